#include "bindings/deals.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <string>

namespace bingo {

Networks load_networks(const Floats& weights) {
    static_assert(sizeof(Networks) % sizeof(float) == 0);
    Networks networks{};
    if (weights.size() * sizeof(float) != sizeof networks) throw std::invalid_argument("weights: wrong length");
    if (!std::all_of(weights.data(), weights.data() + weights.size(), [](float w) { return std::isfinite(w); }))
        throw std::invalid_argument("weights: expected finite numbers");
    std::memcpy(&networks, weights.data(), sizeof networks);
    return networks;
}

Deals::Deals(const Root& root, const Hands& hands, const Bytes& stocks)
    : trump_(*root.deal.trump), hands_(hands), stocks_(stocks) {
    const bool fits = static_cast<int>(stocks.shape(1)) == root.deal.stock_size - 1;
    if (hands.size() != stocks.shape(0) || !fits) throw std::invalid_argument("stocks: shape (hands, face-down tiles)");
}

Root Deals::operator()(const Player& player, const Root& root, std::size_t i) const {
    int stock[kBoneyard];
    const std::uint8_t* row = stocks_.data() + i * stocks_.shape(1);
    const Mask hand = Reader::other_hand(root, hands_.data()[i]);
    Mask out =
        root.node.hand[0] | hand | bit(root.deal.stock[root.deal.stock_size - 1]) | (root.led >= 0 ? bit(root.led) : 0);
    for (std::size_t k = 0; k < stocks_.shape(1); ++k) {
        check_range("stocks: a tile", row[k], 0, kTiles - 1);
        stock[k] = trump_.number[row[k]];
        if (has(out, stock[k]))
            throw std::invalid_argument("stocks: expected each tile in one place; found one in two");
        out |= bit(stock[k]);
    }
    return player.in_world(root, hand, stock);
}

std::vector<Move> load_options(const Tables& tables, const Root& root, const Integers& rows) {
    if (rows.size() % 3) refuse("options", "rows of 3 numbers", std::to_string(rows.size()) + " numbers");
    const Reader read(tables);
    const Node& n = root.node;
    std::vector<Move> options;
    for (std::size_t i = 0; i < rows.size(); i += 3) {
        const std::int32_t close = rows.data()[i], doubles = rows.data()[i + 1], tile = rows.data()[i + 2];
        check_range("options: closing", close, 0, 1);
        if (!close && !doubles && tile == -1) {
            options.push_back({});
            continue;
        }
        if ((root.stage == kReplyStage ? 1 - n.leader : n.leader) != 0)
            throw std::invalid_argument("options: expected waiting while player 1 is to move");
        if (close && (root.stage == kReplyStage || !has(static_cast<Mask>(n.taken), 0)))
            throw std::invalid_argument("options: expected closing only on lead with a trick won");
        const auto [declared, number] = read.move(root, doubles, tile);
        options.push_back({declared, number, close != 0});
    }
    return options;
}

}  // namespace bingo
