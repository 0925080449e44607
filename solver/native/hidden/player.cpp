#include "hidden/player.hpp"

#include <algorithm>
#include <cmath>

namespace bingo {
namespace {

// The exact value, from a search that takes a window of one.
template <class Search>
int exactly(bool card_points, Search search) {
    if (card_points) return search(-kInfinity, kInfinity);
    int low = -kInfinity, high = kInfinity, guess = 0;
    while (low < high) {
        const int beta = guess == low ? guess + 1 : guess;
        guess = search(beta - 1, beta);
        (guess < beta ? high : low) = guess;
    }
    return guess;
}

}  // namespace

// --- the world ---------------------------------------------------------------------------------------

void Player::enter(const Root& root) {
    deal_ = &root.deal;
    t_ = root.deal.trump;
    table_.prepare();
    takings_.prepare();
    const int last = root.deal.stock_size - 1;  // the turned tile
    down_[last] = 0;
    for (int i = last - 1; i >= 0; --i) down_[i] = down_[i + 1] | bit(root.deal.stock[i]);
}

Root Player::in_world(const Root& root, Mask hand, const int* stock) const {
    Root r = root;
    const Trump& t = *r.deal.trump;
    std::copy(stock, stock + r.deal.stock_size - 1, r.deal.stock);
    Node& n = r.node;
    n.hand[1] = hand | (r.led >= 0 && n.leader == 1 ? bit(r.led) : 0);
    Mask out = n.hand[0] | n.hand[1];
    for (int i = 0; i < r.deal.stock_size; ++i) out |= bit(r.deal.stock[i]);
    n.declarable &= out;
    int rest = s_.last_trick;
    for (Mask m = out; m; m &= m - 1) rest += t.points[at(lowest(m))];
    n.rest = static_cast<std::int16_t>(rest);
    return r;
}

Mask Player::face_down(const Node& n) const { return down_[n.next]; }

Observation Player::observe(const Node& n, int player, int led) const {
    return {s_, *t_, n, player, face_down(n), turned(), deal_->stock_size - n.next, led};
}

// --- options -----------------------------------------------------------------------------------------

// The largest declaration with the double that is led.
Mask Player::declaration(Mask doubles, int led) const {
    if (is_declaration(count(doubles))) return doubles;
    Mask some = bit(led);
    for (Mask m = doubles & ~some; m && count(some) < s_.most; m ^= bit(highest(m))) some |= bit(highest(m));
    return some;
}

void Player::lead_options(const Node& n, std::vector<Move>& options, std::vector<float>& values) const {
    options.clear();
    values.clear();
    const Networks& networks = *networks_[n.leader];
    const Observation observation = observe(n, n.leader, -1);
    const Situation situation = observation.situation();
    const bool may_close = has(static_cast<Mask>(n.taken), n.leader);
    const Accumulator leading = networks.lead.accumulate(deal_->suit, situation, observation.sets());
    const Accumulator after_close = may_close ? networks.close.accumulate(deal_->suit, situation, observation.sets()) : leading;
    const Mask doubles = s_.after_winning ? 0 : n.declarable & n.hand[n.leader];
    const auto add = [&](Mask declare, int tile) {
        const LeadFeatures move = observation.lead(tile, declare);
        options.push_back({declare, tile});
        values.push_back(networks.lead.evaluate(leading, deal_->suit, move, tile));
        if (!may_close) return;
        options.push_back({declare, tile, true});
        values.push_back(networks.close.evaluate(after_close, deal_->suit, move, tile));
    };
    if (s_.seven && count(doubles) == 7) {
        options.push_back({doubles});
        values.push_back(static_cast<float>(s_.seven));
    }
    for (Mask m = n.hand[n.leader]; m; m &= m - 1) {
        add(0, lowest(m));
        if (has(doubles, lowest(m)) && two_or_more(doubles)) add(declaration(doubles, lowest(m)), lowest(m));
    }
}

void Player::reply_options(const Node& n, int led, std::vector<Move>& options, std::vector<float>& values) const {
    options.clear();
    values.clear();
    const Networks& networks = *networks_[1 - n.leader];
    const Observation observation = observe(n, 1 - n.leader, led);
    const Accumulator replying = networks.reply.accumulate(deal_->suit, observation.led_situation(), observation.led_sets());
    for (Mask m = n.hand[1 - n.leader]; m; m &= m - 1) {
        const int k = lowest(m);
        options.push_back({0, k});
        values.push_back(networks.reply.evaluate(replying, deal_->suit, observation.reply(k, has(t_->beats[0][at(led)], k)), k));
    }
}

void Player::evaluate(const Root& root, std::vector<Move>& options, std::vector<float>& values) {
    enter(root);
    if (root.stage == kReplyStage)
        reply_options(root.node, root.led, options, values);
    else
        lead_options(root.node, options, values);
}

float Player::likelihood(const Root& root, float temperature) {
    steps_.check();
    enter(root);
    lead_options(root.node, options_, values_);
    const float highest = *std::max_element(values_.begin(), values_.end());
    float all = 0, led = 0, close = 0;
    for (std::size_t i = 0; i < options_.size(); ++i) {
        const float odds = std::exp((values_[i] - highest) / temperature);
        if (options_[i].close) {
            close = std::max(close, odds);  // closing counts once, whatever is led after it
            continue;
        }
        all += odds;
        if (options_[i].tile == root.led && !options_[i].declare) led += odds;  // what is declared is seen
    }
    return led / (all + close);
}

// The option evaluated highest, in the reply to `led` or, where that is -1, as the leader.
Move Player::choose(const Node& n, int led) {
    if (led < 0)
        lead_options(n, options_, values_);
    else
        reply_options(n, led, options_, values_);
    auto best = static_cast<std::size_t>(std::max_element(values_.begin(), values_.end()) - values_.begin());
    if (!sampling_) return options_[best];
    SelfPlay& s = *sampling_;
    if (options_.size() > 1) take_samples(n, led);
    if (s.chance.share() >= s.epsilon) return options_[best];
    do best = static_cast<std::size_t>(s.chance.below(static_cast<int>(options_.size())));
    while (options_[best].close);  // no samples come after a close
    return options_[best];
}

// --- samples -----------------------------------------------------------------------------------------

// Samples of the mean value of each of `options_` over deals that the mover takes for possible.
void Player::take_samples(const Node& n, int led) const {
    SelfPlay& s = *sampling_;
    const bool replies = led >= 0;
    const int me = replies ? 1 - n.leader : n.leader, sign = me == 0 ? 1 : -1;
    const Mask table = replies ? bit(led) : 0, theirs = n.hand[1 - me] & ~table;
    const Mask shown = s_.redeclare ? 0 : theirs & t_->doubles & ~n.declarable;
    Root root{*deal_, n, replies ? kReplyStage : kLeadStage, led, replies ? pending_ : 0, -1};
    int open[kTiles], size = 0;  // what the mover can place nowhere
    for (Mask m = (theirs & ~shown) | face_down(n); m; m &= m - 1) open[size++] = lowest(m);
    const int hidden = count(theirs & ~shown);
    std::vector<float> values(options_.size(), 0.0f);
    float weights = 0;
    for (int d = 0; d < s.deals; ++d) {
        for (int i = size - 1; i > 0; --i) std::swap(open[i], open[s.chance.below(i + 1)]);
        root.node.hand[1 - me] = shown | table;
        for (int i = 0; i < hidden; ++i) root.node.hand[1 - me] |= bit(open[i]);
        std::copy(open + hidden, open + size, root.deal.stock + n.next);
        float weight = 1;
        if (replies) weight = s.blunder / static_cast<float>(n.size) + (1 - s.blunder) * s.evaluator->likelihood(root, s.temperature);
        weights += weight;
        for (std::size_t k = 0; k < options_.size(); ++k)
            values[k] += weight * static_cast<float>(sign * s.evaluator->play_out(root, options_[k]));
    }
    const Observation observation = observe(n, me, led);
    ++s.turns;
    for (std::size_t k = 0; k < options_.size(); ++k) {
        if (options_[k].tile < 0) continue;
        s.samples.push_back(sample(observation, led, options_[k]));
        s.samples.back().value = values[k] / weights;
    }
}

// What is observed, and one of the options; its value is left open.
Sample Player::sample(const Observation& observation, int led, const Move& option) const {
    const auto [hand, unseen] = observation.sets();
    const int kind = led >= 0 ? Sample::kReply : option.close ? Sample::kClose : Sample::kLead;
    Sample made{kind, sampling_->turns, deal_->suit, hand, unseen, led, option.tile, {}, 0};
    const auto put = [&](std::size_t from, const auto& features) {
        std::copy(features.begin(), features.end(), made.features.begin() + static_cast<std::ptrdiff_t>(from));
    };
    if (led < 0) {
        put(0, observation.situation());
        put(kSituationFeatures, observation.lead(option.tile, option.declare));
    } else {
        put(0, observation.led_situation());
        put(kSituationFeatures + kLedFeatures, observation.reply(option.tile, has(t_->beats[0][at(led)], option.tile)));
    }
    return made;
}

void Player::play(const Root& root, SelfPlay& sampling) {
    struct Ending {  // ends even where the deal is stopped in the middle
        SelfPlay*& sampling;
        ~Ending() { sampling = nullptr; }
    };
    enter(root);
    sampling_ = &sampling;
    const Ending ends{sampling_};
    between_tricks(root.node, 0);
}

// --- playing -----------------------------------------------------------------------------------------

// Exact value for the leader of a node that nothing is drawn in any more, or that is over.
int Player::settled(const Node& n) {
    if (!n.size) return finish(n);
    return exactly(s_.mode == kPoints, [&](int alpha, int beta) { return between(n, alpha, beta); });
}

// Exact value for the leader of closing with this lead, from which on all is seen.
int Player::closing(const Node& n, const Move& option) {
    Node c = closed(n);
    int gain = 0, pending = 0;
    if (option.declare && declare(c, c.leader, option.declare, gain, pending)) return gain;
    return gain + exactly(s_.mode == kPoints,
                          [&](int alpha, int beta) { return lead_tile(c, option.tile, pending, alpha, beta); });
}

// The winner of a trick declares all they can with the double that won it. True when that ends the deal.
bool Player::shows(Node& n, int won_with, int& total) const {
    const Mask doubles = n.declarable & n.hand[n.leader];
    Mask part = doubles;
    while (part && !is_declaration(count(part) + 1)) part &= part - 1;
    if (!part) return false;
    int gain = 0, pending = 0;
    const bool over = declare(n, n.leader, part | bit(won_with), gain, pending);
    total += n.leader == 0 ? gain : -gain;
    return over;
}

// The reply, the trick and the draw. True when the deal is over; else `n` is between two tricks.
bool Player::replies_and_draws(Node& n, int led, int reply, int pending, int& total) {
    const bool wins = has(t_->beats[0][at(led)], reply);
    const int won_with = wins ? reply : led;
    const bool may = may_show(n, won_with);
    const Played p = played(n, led, reply, wins, pending);
    n = p.node;
    total += n.leader == 0 ? p.gain : -p.gain;
    if (p.over) return true;
    if (may && shows(n, won_with, total)) return true;
    draw(n);
    return false;
}

// Takes an option of the leader other than closing, and the reply. As replies_and_draws.
int Player::from_lead(Node& n, const Move& option, int& total, bool& over) {
    int gain = 0, pending = 0;
    over = option.declare && declare(n, n.leader, option.declare, gain, pending);
    total += n.leader == 0 ? gain : -gain;
    if (over) return total;
    if (option.declare && s_.mode == kClaim && n.counted[n.leader] >= s_.target) {
        over = true;
        return total += n.leader == 0 ? win(n, 0) : -win(n, 1);
    }
    pending_ = pending;
    const int reply = choose(n, option.tile).tile;
    over = replies_and_draws(n, option.tile, reply, pending, total);
    return total;
}

// From the claims before a lead to the end.
int Player::between_tricks(Node n, int total) {
    for (;;) {
        const int me = n.leader, sign = me == 0 ? 1 : -1;
        if (!n.open) return total + sign * settled(n);
        if (s_.mode == kClaim && n.counted[me] >= s_.target) return total + sign * win(n, me);
        if (s_.mode == kClaim && n.counted[1 - me] >= s_.target) return total - sign * win(n, 1 - me);
        const Move option = choose(n, -1);
        if (option.close) return total + sign * closing(n, option);
        bool over = false;
        from_lead(n, option, total, over);
        if (over) return total;
    }
}

int Player::play_out(const Root& root) {
    steps_.check();
    enter(root);
    return between_tricks(root.node, 0);
}

int Player::play_out(const Root& root, const Move& option) {
    steps_.check();
    enter(root);
    Node n = root.node;
    int total = 0;
    bool over = false;
    const bool waits = option.tile < 0 && !option.declare && !option.close;  // the mover plays by the networks
    const bool replies = root.stage == kReplyStage;
    const Move made = waits ? choose(n, replies ? root.led : -1) : option;
    if (made.close) return n.leader == 0 ? closing(n, made) : -closing(n, made);
    if (replies)
        over = replies_and_draws(n, root.led, made.tile, root.pending, total);
    else
        from_lead(n, made, total, over);
    return over ? total : between_tricks(n, total);
}

}  // namespace bingo
