#include "engine.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "closing/worth.hpp"
#include "core/tiles.hpp"
#include "levels/levels.hpp"
#include "unpack.hpp"

namespace bingo::engine {
namespace {

// --- what comes in and goes out, by tile and by kernel number ----------------------------------------

class Numbering {
  public:
    explicit Numbering(const Trump& trump) : t_(trump) {}

    bingo::Move in(const Move& m) const {
        return {numbers_of(m.declare, t_), m.tile ? number_of(*m.tile, t_) : -1, m.close, m.claim};
    }
    Move out(const bingo::Move& m) const {
        Move move{std::nullopt, tiles_of(m.declare, t_), m.close, m.claim};
        if (m.tile >= 0) move.tile = tile_of(m.tile, t_);
        return move;
    }
    std::vector<Move> out(const std::vector<bingo::Move>& moves) const {
        std::vector<Move> all;
        all.reserve(moves.size());
        for (const bingo::Move& move : moves) all.push_back(out(move));
        return all;
    }

  private:
    const Trump& t_;
};

// --- moves that are asked about ----------------------------------------------------------------------

class Legal {
  public:
    Legal(const bingo::View& view, const Playing& playing) : numbering_(view.trump()) {
        const Position node = Playing::at_lead(view.position);
        if (node.mover() == 0) moves_ = playing.legal(node);
        moves_.push_back(kClaiming);
        moves_.push_back(kWaiting);
    }

    bingo::Move operator()(const Move& move) const {
        const bingo::Move packed = numbering_.in(move);
        if (std::find(moves_.begin(), moves_.end(), packed) == moves_.end())
            throw std::invalid_argument("moves: expected moves that the rules allow here; found another");
        return packed;
    }
    std::vector<bingo::Move> operator()(const std::vector<Move>& moves) const {
        std::vector<bingo::Move> packed;
        packed.reserve(moves.size());
        for (const Move& move : moves) packed.push_back((*this)(move));
        return packed;
    }
    std::vector<std::pair<bingo::Move, double>> operator()(const std::vector<std::pair<Move, double>>& moves) const {
        std::vector<std::pair<bingo::Move, double>> packed;
        packed.reserve(moves.size());
        for (const auto& [move, value] : moves) packed.emplace_back((*this)(move), value);
        return packed;
    }

  private:
    Numbering numbering_;
    std::vector<bingo::Move> moves_;
};

// --- answers -----------------------------------------------------------------------------------------

MoveValue value_of(const Worth& worth, const Numbering& numbering) {
    MoveValue value{numbering.out(worth.move), worth.kind, worth.points, worth.chance, worth.worlds, worth.worse,
                    worth.chance_worse,        0,          worth.error,  std::nullopt};
    if (const bingo::Lead* lead = worth.lead)
        value.lead = Lead{lead->points, lead->wins, lead->chance, lead->seen, lead->sure, lead->gap};
    return value;
}

Method method_of(bingo::Method method) {
    return method == bingo::Method::kRollout ? Method::kRollout : Method::kDoubleDummy;
}

void add_solved(Analysis& answer, const Leads& leads) {
    answer.hands = leads.hands;
    answer.tried = leads.tried.hands;
    answer.weights = leads.tried.weights;
}

Analysis answer_of(const Worths& worths, const Numbering& numbering) {
    Analysis answer;
    for (const Worth& worth : worths.moves) answer.moves.push_back(value_of(worth, numbering));
    answer.alike = numbering.out(worths.alike);
    answer.alike_open = numbering.out(worths.alike_open);
    answer.mine = worths.mine;
    answer.weighted = worths.weighted;
    answer.stopped = worths.stopped;
    if (worths.leads) add_solved(answer, *worths.leads);
    if (worths.close) {
        const Leads& leads = worths.close->found;
        add_solved(answer, leads);
        answer.closes.resize(leads.leads.size());
        for (std::size_t i = 0; i < worths.moves.size(); ++i)
            if (const bingo::Lead* lead = worths.moves[i].lead)
                answer.closes[static_cast<std::size_t>(lead - leads.leads.data())] = i;
        if (const auto& beaten = worths.close->refutation) {
            Refutation refutation{beaten->hand, beaten->value, {}};
            for (const bingo::Step& step : beaten->line)
                if (step.move != kWaiting)
                    refutation.line.push_back({step.player, step.trick >= 0, numbering.out(step.move)});
            answer.refutation = std::move(refutation);
        }
    }
    if (worths.playing_on) {
        answer.estimated = true;
        answer.every = worths.playing_on->every;
        answer.worlds = worths.playing_on->worlds;
        answer.method = method_of(worths.playing_on->method);
    }
    return answer;
}

Analysis answer_of(const Estimated& estimated, const Numbering& numbering) {
    Analysis answer;
    for (const Estimate& one : estimated.moves) {
        const Kind kind = one.worlds ? Kind::kEstimate : Kind::kCertain;
        answer.moves.push_back({numbering.out(one.move),
                                kind,
                                {one.value, one.low, one.high},
                                std::nullopt,
                                one.worlds,
                                one.worse,
                                std::nullopt,
                                one.gap,
                                0,
                                std::nullopt});
    }
    answer.alike = numbering.out(estimated.alike);
    answer.mine = estimated.mine;
    answer.weighted = estimated.weighted;
    answer.stopped = estimated.stopped;
    answer.estimated = true;
    answer.every = estimated.every;
    answer.worlds = estimated.worlds;
    answer.method = method_of(estimated.method);
    return answer;
}

}  // namespace

// --- the engine --------------------------------------------------------------------------------------

struct Engine::Parts {
    const Tables tables;
    const Networks networks;
    Objectives objectives{tables};
    Exact exact{tables};
    Estimates estimates{tables, networks};

    Parts(const Tables& t, const Networks& n) : tables(t), networks(n) {}
    Parts(const Parts&) = delete;  // they refer to tables and networks

    Solving solving() { return {tables, exact, estimates}; }
    const Objective* objective(const Objectives::Table& table) { return table.empty() ? nullptr : objectives(table); }

    WorthRequest request(const Objectives::Table& table, const Budget& budget) {
        WorthRequest request;
        EstimateRequest& estimate = request.estimates;
        estimate.method = budget.method == Method::kRollout ? bingo::Method::kRollout : bingo::Method::kSolved;
        estimate.worlds = budget.worlds;
        estimate.until_clear = budget.until_separated;
        estimate.equal_weights = budget.uniform;
        estimate.seed = budget.seed;
        estimate.objective = objective(table);
        request.most_hands = budget.hands;
        request.narrow = budget.narrow;
        return request;
    }
};

Engine::Engine(const Tables& tables, const Networks& networks) : parts_(std::make_unique<Parts>(tables, networks)) {}
Engine::~Engine() = default;

std::vector<TileSet> Engine::hands(const View& view, Watch& watch) { return unpack(view, parts_->tables).hands(watch); }

std::vector<double> Engine::weights(const View& view, const std::optional<std::pair<float, float>>& choosing,
                                    Watch& watch) {
    const bingo::View seen = unpack(view, parts_->tables);
    const std::vector<TileSet> hands = seen.hands(watch);
    if (hands.empty() || !Estimates::has_inference(seen)) return std::vector<double>(hands.size(), 1.0);
    if (choosing) return parts_->estimates.likelihoods(seen, hands, {choosing->first, choosing->second}, watch);
    return parts_->estimates.weights(seen, hands, watch);
}

std::vector<Deal> Engine::deals(const View& view, std::size_t size, std::uint64_t seed, Watch& watch) {
    const bingo::View seen = unpack(view, parts_->tables);
    const std::vector<TileSet> hands = seen.hands(watch);
    if (hands.empty()) throw std::invalid_argument("expected a hand that the opponent can hold; found none");
    Chance rng(seed);
    std::vector<Deal> deals;
    deals.reserve(size);
    for (const PossibleDeal& deal : PossibleDeals(seen, hands, watch).draw(size, rng)) {
        deals.push_back({deal.hand, deal.stock});
    }
    return deals;
}

Analysis Engine::analyze(const View& view, const Objectives::Table& objective, bool open, const Budget& budget,
                         const Effort& effort) {
    const bingo::View seen = unpack(view, parts_->tables);
    WorthRequest request = parts_->request(objective, budget);
    request.open = open;
    return answer_of(find_worths(seen, parts_->solving(), request, effort), Numbering(seen.trump()));
}

Analysis Engine::estimate(const View& view, const Objectives::Table& objective, const EstimateOptions& options,
                          const Budget& budget, const Effort& effort) {
    const bingo::View seen = unpack(view, parts_->tables);
    const Legal legal(seen, parts_->exact.playing());
    EstimateRequest request = parts_->request(objective, budget).estimates;
    std::vector<bingo::Move> only;
    if (options.only) only = legal(*options.only);
    if (!only.empty()) request.only = &only;
    if (const auto& listed = options.listed)
        request.listed = Options{legal(listed->open), legal(listed->certain), legal(listed->solved), listed->cap};
    request.stay_open = options.no_close;
    request.prune = !options.no_prune;
    request.enumerated = options.enumerated;
    return answer_of(parts_->estimates(seen, request, effort), Numbering(seen.trump()));
}

std::vector<MoveValue> Engine::solve_moves(const View& view, const Objectives::Table& objective,
                                           const std::vector<Move>& moves, const Budget& budget, const Effort& effort) {
    const bingo::View seen = unpack(view, parts_->tables);
    if (seen.open() && !may_close(seen)) refuse("only", "closes, where closing is possible", "a boneyard to draw from");
    const std::vector<bingo::Move> only = Legal(seen, parts_->exact.playing())(moves);
    WorthRequest request = parts_->request(objective, budget);
    request.open = false;
    const Worths all = find_worths(seen, parts_->solving(), request, effort.part(0, 1, effort.seconds / 2));
    const Numbering numbering(seen.trump());
    std::vector<MoveValue> values;
    for (const bingo::Move& move : only) {
        if (seen.open() && !move.close) refuse("only", "closes", "a move after which tiles are drawn");
        const auto known =
            std::find_if(all.moves.begin(), all.moves.end(), [&](const Worth& worth) { return worth.move == move; });
        if (known == all.moves.end() && move.tile < 0)
            refuse("only", "moves of a tile, and what else is worth something here", "another");
        const Worth worth =
            known != all.moves.end() ? *known : find_worth(seen, move, parts_->solving(), request, effort);
        values.push_back(value_of(worth, numbering));
    }
    return values;
}

Move Engine::reply(std::string_view level, const View& view, int stage, const std::optional<Given>& known,
                   const Objectives::Table& objective, int worlds, std::uint64_t seed, unsigned without,
                   const Effort& effort) {
    bingo::View seen = unpack(view, parts_->tables);
    Position position = known ? unpack(*known, parts_->tables) : seen.position;
    const Root &root = position.root, &view_root = seen.position.root;
    if (root.deal.suit != view_root.deal.suit || root.led != view_root.led ||
        root.node.leader != view_root.node.leader || root.node.hand[0] != view_root.node.hand[0] ||
        root.node.open != view_root.node.open)
        refuse("position", "the one that is seen", "another");
    if ((stage == kReplyStage) != (root.led >= 0) || (stage == kShowStage) != (root.stage == kShowStage))
        refuse("stage", "claim, answer or lead, or reply where a tile is led", std::to_string(stage));
    position.root.stage = stage;
    if (position.to_move() != 0) refuse("leader", "a position in which you are to move", "the opponent");
    if (!is_level(level)) refuse("level", "one of the levels of play", "another");
    const Means means{parts_->tables, parts_->exact, parts_->estimates, effort, without, parts_->objective(objective)};
    return Numbering(seen.trump())
        .out(choose(level, position, known.has_value(), [&] { return bingo::View(seen); }, seed, means, worlds));
}

}  // namespace bingo::engine
