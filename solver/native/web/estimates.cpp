#include "web/estimates.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

#include "web/json.hpp"

namespace bingo {
namespace {

constexpr std::size_t kFirstBatch = 32, kLargestBatch = 512;
constexpr double kEnumeratedOpen = 1000, kEnumeratedClosed = 40'000;
constexpr double kLargestValue = 200, kPruningErrors = 3, kStandardErrors = 1.96, kBlindLoss = 0.15;
constexpr double kTemperature = 0.25, kBlunder = 0.1;
constexpr Choosing kChoosing{0.5f, 0.1f};       // as solver/hidden/beliefs.py has it
constexpr double kWeightUnit = 1.0 / (1 << 16);  // of which weights of hands are multiples
constexpr Move kClaiming{0, -1, false, true};

double in_units(double weight) { return std::max(std::nearbyint(weight / kWeightUnit), 1.0) * kWeightUnit; }

// Whether the opponent's play tells anything of their hand: tricks are known in order, and tiles still hidden.
bool told(const View& view) {
    return view.turned >= 0 && view.hidden > 0 &&
           std::any_of(view.past.begin(), view.past.end(),
                       [](const PastTrick& t) { return t.leader == 1 || t.reply >= 0; });
}

double limited(double value, double least, double most) { return std::min(std::max(value, least), most); }

}  // namespace

Members Estimated::keys(const Trump& trump) const {
    const auto text = [&](const Move& move) { return move_text(move, reply, trump); };
    std::vector<std::string> others, rows;
    others.reserve(alike.size());
    rows.reserve(moves.size());
    for (const Move& move : alike) others.push_back(text(move));
    for (const Estimate& one : moves)
        rows.push_back(Members()
                           .text("move", text(one.move))
                           .add("value", one.value)
                           .add("low", one.low)
                           .add("high", one.high)
                           .add("worlds", one.worlds)
                           .object());
    Members found;
    found.add("exact", false).text("to_move", mine ? "you" : "opponent");
    found.add("value", moves[0].value).add("low", moves[0].low).add("high", moves[0].high);
    found.add("best", mine ? quoted_list({text(moves[0].move)}) : "[]").add("alike", quoted_list(others));
    found.add("moves", mine ? listed(rows) : "[]").add("line", std::string("[]"));
    found.text("method", rollouts ? "rollout" : "pimc").add("worlds", worlds).add("every", every);
    return found.add("weighted", weighted);
}

std::string Estimated::in_brief(const Trump& trump) const {
    const Estimate& best = moves[0];
    std::vector<std::string> others;
    others.reserve(alike.size());
    for (const Move& move : alike) others.push_back(move_text(move, reply, trump));
    return Members()
        .text("move", move_text(best.move, reply, trump))
        .add("value", best.value)
        .add("low", best.low)
        .add("high", best.high)
        .add("worlds", best.worlds)
        .add("alike", quoted_list(others))
        .add("every", every)
        .text("method", best.worlds ? (rollouts ? "rollout" : "pimc") : "exact")
        .object();
}

// --- options -----------------------------------------------------------------------------------------

Estimates::Options Estimates::options(const Position& sample, const Playing& playing, bool stay_open) const {
    constexpr double kNoCap = std::numeric_limits<double>::infinity();
    const Node& n = sample.root.node;
    if (sample.root.stage == kReplyStage)
        return {n.leader == 1 ? playing.legal(sample) : std::vector<Move>{{}}, {}, kNoCap};
    Game game(tables_);
    game.enter(sample.root.deal);
    const auto has_claim = [&](int player) {
        return tables_.scoring.mode == kClaim && n.counted[player] >= tables_.scoring.target;
    };
    Options found{{}, {}, has_claim(1) ? -static_cast<double>(game.win(n, 1)) : kNoCap};
    const auto certain = [&](const Move& move, double value) {
        found.certain.push_back({move, value, value, value, 0});
    };
    if (has_claim(0) && (n.leader == 0 || !has_claim(1))) certain(kClaiming, game.win(n, 0));
    if (n.leader == 1) {
        found.open.emplace_back();
        return found;
    }
    const Position node = Playing::at_lead(sample);
    std::vector<std::pair<Move, double>> endings;
    for (const Move& move : playing.legal(node)) {
        if (stay_open && move.close) continue;
        if (move.tile >= 0) {  // without a declaration, and with the largest that the tile allows
            const auto known = std::find_if(found.open.begin(), found.open.end(), [&](const Move& m) {
                return m.close == move.close && m.tile == move.tile && !m.declare == !move.declare;
            });
            if (known == found.open.end())
                found.open.push_back(move);
            else if (count(move.declare) > count(known->declare))
                *known = move;
        } else if (move.declare) {
            const Step step = playing.make(node, move);
            if (!step.over || step.gain <= 0) continue;
            const double value = std::min<double>(step.gain, found.cap);
            const auto known = std::find_if(endings.begin(), endings.end(), [&](const auto& one) {
                return one.first.close == move.close && one.first.claim == move.claim;
            });
            if (known == endings.end())
                endings.emplace_back(move, value);
            else if (count(move.declare) > count(known->first.declare))
                *known = {move, value};
        }
    }
    for (const auto& [move, value] : endings) certain(move, value);
    return found;
}

// --- values ------------------------------------------------------------------------------------------

Player& Estimates::player() {
    if (!player_) player_ = std::make_unique<Player>(tables_, networks_, kBits);
    return *player_;
}

Root Estimates::world(const View& view, const PossibleDeal& deal) {
    Root root = view.position.root;
    if (root.stage != kReplyStage) root.stage = kLeadStage;
    int stock[kBoneyard];
    const Trump& t = view.trump();
    for (std::size_t i = 0; i < deal.stock.size(); ++i) stock[i] = t.number[at(deal.stock[i])];
    return player().in_world(root, tile_numbers(deal.hand, t), stock);
}

std::vector<Row> Estimates::values(const View& view, const std::vector<Move>& moves,
                                   const std::vector<PossibleDeal>& deals, std::size_t begin, std::size_t end,
                                   Exact& exact) {
    std::vector<Row> rows;
    for (std::size_t i = begin; i < end; ++i) {
        Row row;
        if (view.open()) {
            const Root root = world(view, deals[i]);
            for (const Move& move : moves) row.push_back(player().play_out(root, move));
        } else {
            const Position node = Playing::at_lead(view.world(deals[i].hand));
            for (const Move& move : moves)
                row.push_back(move == Move{} ? exact.value(node) : exact.value_of(node, move));
        }
        rows.push_back(std::move(row));
    }
    if (!view.open()) return rows;
    const auto size = static_cast<double>(rows.size());
    for (std::size_t c = 0; c < moves.size(); ++c) {  // what not seeing the hand after a close costs
        if (!moves[c].close) continue;
        double sum = 0, squares = 0;
        for (const Row& row : rows) sum += row[c];
        for (const Row& row : rows) squares += (row[c] - sum / size) * (row[c] - sum / size);
        const double loss = kBlindLoss * std::sqrt(squares / size);
        for (Row& row : rows) row[c] -= loss;
    }
    return rows;
}

// By how likely the opponent would have led what lies on the table.
double Estimates::weight(const View& view, const PossibleDeal& deal) {
    const float chosen = player().likelihood(world(view, deal), static_cast<float>(kTemperature));
    const int size = std::popcount(view.position.root.node.hand[0]);
    return in_units(kBlunder / size + (1 - kBlunder) * static_cast<double>(chosen));
}

// Of every hand, by how likely the opponent would have played all that they did with it; 1 on average.
std::vector<double> Estimates::weights(const View& view, const std::vector<Mask>& hands) {
    const Root& root = view.position.root;
    const Trump& t = view.trump();
    Root start = first_lead(tables_, root.deal.suit, 0);
    start.deal.stock_size = 1;
    start.deal.stock[0] = t.number[at(view.turned)];
    std::vector<PastTrick> tricks;
    Mask own = root.node.hand[0], later = 0;  // later: what the opponent has played since nothing is drawn any more
    bool whole = true;
    for (const PastTrick& past : view.past) {
        if (whole) {
            tricks.push_back(past);
            whole = !past.closed && past.reply >= 0;
            if (!whole) tricks.back().reply = -1;
        }
        for (const int player : {0, 1}) {
            const int tile = past.leader == player ? past.led : past.reply;
            if (tile < 0) continue;
            if (player == 0)
                own |= bit(tile);
            else if (!whole)
                later |= bit(tile);
        }
    }
    std::vector<Mask> held;
    held.reserve(hands.size());
    for (const Mask hand : hands) held.push_back(tile_numbers(hand, t) | later);
    std::vector<double> found = Belief(player(), kChoosing).likelihoods(start, own, tricks, held);
    const double mean = std::accumulate(found.begin(), found.end(), 0.0) / static_cast<double>(found.size());
    for (double& weight : found) weight = in_units(weight / mean);
    return found;
}

Estimated Estimates::operator()(const View& view, int worlds, std::uint64_t seed, bool stay_open, Exact& exact,
                                const std::vector<Move>* only) {
    NumpyRandom rng(seed);
    const std::vector<Mask> hands = view.hands();
    double deals_at_most = view.at_most_hands();
    const int left_over = std::popcount(view.unseen) - view.hidden;
    for (int i = 0; i < view.face_down; ++i) deals_at_most *= std::max(left_over - i, 0);
    Estimated found{};
    found.every = deals_at_most <= (view.open() ? kEnumeratedOpen : kEnumeratedClosed);
    found.rollouts = view.open();
    const Node& n = view.position.root.node;
    const bool led = view.position.root.stage == kReplyStage;
    const bool by_play = told(view);
    const std::vector<double> weight_of = by_play ? weights(view, hands) : std::vector<double>{};
    found.weighted = by_play || (view.open() && led && n.leader == 1);
    found.reply = led;

    std::vector<PossibleDeal> deals = found.every ? every_deal(view, hands) : draw_deals(view, hands, kFirstBatch, rng);
    if (found.every) rng.shuffle(deals.data(), deals.size());
    const Position sample = view.world(deals[0].hand, deals[0].stock);
    Options listed = options(sample, exact.playing(), stay_open);
    if (only) {
        const auto left_out = [&](const Move& move) {
            return std::find(only->begin(), only->end(), move) == only->end();
        };
        std::erase_if(listed.open, left_out);
        std::erase_if(listed.certain, [&](const Estimate& one) { return left_out(one.move); });
        if (only->size() == 1 && listed.open.empty() && listed.certain.empty()) listed.open = *only;
    }
    const std::vector<Move>& moves = listed.open;
    Tally tally(moves.size());
    std::vector<std::size_t> alive(moves.size());
    std::iota(alive.begin(), alive.end(), std::size_t{0});
    std::size_t best = 0, done = 0;
    const std::size_t most = found.every ? deals.size() : static_cast<std::size_t>(worlds);
    if (deals.size() > most) deals.resize(most);
    while (done < most) {
        if (!found.every && done) {  // each batch is as large as all before it
            const std::size_t size = std::min({done, kLargestBatch, most - done});
            for (PossibleDeal& deal : draw_deals(view, hands, size, rng)) deals.push_back(std::move(deal));
        }
        const std::size_t end = found.every ? std::min(done + kLargestBatch, deals.size()) : deals.size();
        std::vector<Move> tried;
        tried.reserve(alive.size());
        for (const std::size_t k : alive) tried.push_back(moves[k]);
        const std::vector<Row> rows = values(view, tried, deals, done, end, exact);
        for (std::size_t i = done; i < end; ++i) {
            Row row(moves.size(), std::numeric_limits<double>::quiet_NaN());
            for (std::size_t k = 0; k < alive.size(); ++k) row[alive[k]] = rows[i - done][k];
            const auto place = std::lower_bound(hands.begin(), hands.end(), deals[i].hand) - hands.begin();
            tally.add(row, by_play          ? weight_of[static_cast<std::size_t>(place)]
                           : found.weighted ? weight(view, deals[i])
                                            : 1.0);
        }
        done = end;
        if (moves.empty()) continue;
        if (found.every) {
            const Row means = tally.means();
            best = static_cast<std::size_t>(std::max_element(means.begin(), means.end()) - means.begin());
            continue;
        }
        const Row short_of = tally.shortfalls(best).short_of;
        best = *std::min_element(alive.begin(), alive.end(),
                                 [&](std::size_t a, std::size_t b) { return short_of[a] < short_of[b]; });
        const Tally::Shortfalls now = tally.shortfalls(best);
        alive.clear();
        for (std::size_t k = 0; k < moves.size(); ++k)
            if (k == best || !(now.short_of[k] > kPruningErrors * now.errors[k])) alive.push_back(k);
    }
    found.worlds = static_cast<int>(done);

    // All options in order, and those that cannot be told from the best.
    Tally::Shortfalls gaps;
    if (!moves.empty()) {
        gaps = tally.shortfalls(best);
        const Row errors = tally.errors(), means = tally.means();
        for (std::size_t k = 0; k < moves.size(); ++k) {
            const double error = std::min(errors[k], std::hypot(errors[best], gaps.errors[k]));
            const double margin = found.every ? 0 : kStandardErrors * error;
            const double value = limited(means[best] - gaps.short_of[k], tally.least, tally.greatest);
            const auto limit = [&](double v) {
                return std::min(limited(v, -kLargestValue, kLargestValue), listed.cap);
            };
            found.moves.push_back(
                {moves[k], limit(value), limit(value - margin), limit(value + margin), tally.deals[k]});
        }
    }
    found.moves.insert(found.moves.end(), listed.certain.begin(), listed.certain.end());
    std::stable_sort(found.moves.begin(), found.moves.end(), [](const Estimate& a, const Estimate& b) {
        return std::tuple(-a.value, a.worlds > 0) < std::tuple(-b.value, b.worlds > 0);
    });
    const Estimate& top = found.moves[0];
    for (std::size_t i = 1; i < found.moves.size(); ++i) {
        const Estimate& one = found.moves[i];
        bool near = false;
        if (!one.worlds || !top.worlds) {
            near = (one.low <= top.value && top.value <= one.high) ||
                   (one.low <= one.value && top.low <= one.value && one.value <= top.high);
        } else {
            const auto k = static_cast<std::size_t>(std::find(moves.begin(), moves.end(), one.move) - moves.begin());
            near = gaps.short_of[k] <= (found.every ? 0 : kStandardErrors * gaps.errors[k]);
        }
        if (near) found.alike.push_back(one.move);
    }
    const int mover = led ? 1 - n.leader : n.leader;
    found.mine = found.moves.size() > 1 || mover == 0;
    return found;
}

}  // namespace bingo
