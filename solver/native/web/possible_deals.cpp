#include "web/possible_deals.hpp"

#include <bit>
#include <utility>

namespace bingo {
namespace {

// Whether what is not held may not fit the tricks: where nothing is drawn, it was gone or lies where nobody takes it.
bool in_doubt(const View& view) { return view.unknown_gone && view.face_down; }

}  // namespace

std::vector<PossibleDeal> every_deal(const View& view, const std::vector<Mask>& hands) {
    std::vector<PossibleDeal> found;
    for (const Mask hand : hands) {
        const Mask left = view.unseen & ~hand;
        std::vector<int> stock;
        // Every order of as many tiles as lie face down, in the order of itertools.permutations for a set of tiles that
        // is wholly drawn.
        const auto put = [&](const auto& self, Mask rest) -> void {
            if (static_cast<int>(stock.size()) == view.face_down) {
                if (!in_doubt(view) || view.fits(rest, 0)) found.push_back({hand, stock});
                return;
            }
            for (Mask m = rest; m; m &= m - 1) {
                stock.push_back(lowest(m));
                self(self, rest & ~bit(lowest(m)));
                stock.pop_back();
            }
        };
        put(put, left);
    }
    return found;
}

std::vector<PossibleDeal> draw_deals(const View& view, const std::vector<Mask>& hands, std::size_t size,
                                     NumpyRandom& rng) {
    std::vector<PossibleDeal> found;
    const auto down = static_cast<std::size_t>(view.face_down);
    std::vector<int> free;
    for (Mask m = view.free; m; m &= m - 1) free.push_back(lowest(m));
    if (!view.unknown_gone) {
        const auto missing = static_cast<std::size_t>(view.hidden - std::popcount(view.held));
        for (std::size_t i = 0; i < size; ++i) {
            std::vector<int> order = free;
            rng.shuffle(order.data(), order.size());
            PossibleDeal deal{view.held, {}};
            for (std::size_t k = 0; k < missing; ++k) deal.hand |= bit(order[k]);
            deal.stock.assign(order.begin() + static_cast<std::ptrdiff_t>(missing),
                              order.begin() + static_cast<std::ptrdiff_t>(missing + down));
            found.push_back(std::move(deal));
        }
        return found;
    }
    while (found.size() < size) {  // only deals that leave tiles for the tricks
        const Mask hand = hands[rng.below(static_cast<std::uint32_t>(hands.size()))];
        std::vector<int> order;
        for (Mask m = view.unseen & ~hand; m; m &= m - 1) order.push_back(lowest(m));
        for (;;) {
            rng.shuffle(order.data(), order.size());
            Mask gone = 0;
            for (std::size_t k = down; k < order.size(); ++k) gone |= bit(order[k]);
            if (!in_doubt(view) || view.fits(gone, 0)) break;
        }
        order.resize(down);
        found.push_back({hand, order});
    }
    return found;
}

}  // namespace bingo
