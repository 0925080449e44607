#include "estimates/trials.hpp"

#include <algorithm>

namespace bingo {
namespace {

constexpr double kTemperature = 0.25;

}  // namespace

Estimates::Worker& Estimates::worker(std::size_t w) {
    return workers_.get(w, [this] { return std::make_unique<Worker>(tables_, networks_); });
}

Estimates::Trials::Trials(Estimates& estimates, const View& view, const EstimateRequest& request, const Effort& effort)
    : estimates_(estimates), view_(view), request_(request), effort_(effort), root_(view.position.root) {
    if (root_.stage != kReplyStage) root_.stage = kLeadStage;
    root_.deal.objective = request.objective;
}

Root Estimates::Trials::world(const Player& player, const PossibleDeal& deal) const {
    int stock[kBoneyard];
    const Trump& t = view_.trump();
    for (std::size_t i = 0; i < deal.stock.size(); ++i) stock[i] = number_of(deal.stock[i], t);
    return player.in_world(root_, numbers_of(deal.hand, t), stock);
}

Position Estimates::Trials::position(const PossibleDeal& deal) const {
    Position found = Playing::at_lead(view_.world(deal.hand, deal.stock));
    found.root.deal.objective = request_.objective;
    return found;
}

template <class Work>
void Estimates::Trials::share(std::size_t size, Work work) {
    const auto solver = [this](std::size_t w) -> Worker& { return estimates_.worker(w); };
    if (!Workers(size, effort_.watch).run(effort_.threads, solver, work)) throw Stopped{};
}

double Estimates::Trials::likelihood(const PossibleDeal& deal) {
    Player& player = estimates_.worker(0).player;
    return static_cast<double>(player.likelihood(world(player, deal), static_cast<float>(kTemperature)));
}

std::vector<Row> Estimates::Trials::operator()(const std::vector<Move>& moves, const std::vector<PossibleDeal>& deals) {
    const bool plays = view_.open() && request_.method == Method::kRollout;
    std::vector<Row> rows = plays ? played_out(moves, deals) : solved(moves, deals);
    if (!request_.objective) return rows;
    for (Row& row : rows)
        for (double& value : row) value /= Objective::kScale;
    return rows;
}

std::vector<Row> Estimates::Trials::played_out(const std::vector<Move>& moves, const std::vector<PossibleDeal>& deals) {
    std::vector<Row> rows(deals.size(), Row(moves.size()));
    share(deals.size(), [&](Worker& by, std::size_t i) {
        const Root root = world(by.player, deals[i]);
        for (std::size_t k = 0; k < moves.size(); ++k) {
            const int points = by.player.play_out(root, moves[k]);
            rows[i][k] = points + by.player.unseen();
        }
    });
    return rows;
}

std::vector<Row> Estimates::Trials::solved(const std::vector<Move>& moves, const std::vector<PossibleDeal>& deals) {
    std::vector<Row> rows(deals.size(), Row(moves.size()));
    // A whole deal takes so long that its moves are shared out.
    const std::size_t parts = view_.open() ? moves.size() : 1, each = moves.size() / std::max<std::size_t>(parts, 1);
    share(deals.size() * parts, [&](Worker& by, std::size_t item) {
        const std::size_t i = item / parts;
        const Position node = position(deals[i]);
        for (std::size_t k = item % parts * each, end = k + each; k < end; ++k) {
            const Move& move = moves[k];
            rows[i][k] = move == kWaiting ? by.exact.value(node) : by.exact.value_of(node, move);
        }
    });
    return rows;
}

}  // namespace bingo
