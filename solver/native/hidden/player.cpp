#include "hidden/player.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hidden/blind.hpp"

namespace bingo {
namespace {

// The exact value, from a search that takes a window of one.
template <class Search>
int exactly(Search search) {
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
    solver_.enter(root.deal);
    unseen_ = 0;
    const int last = root.deal.stock_size - 1;  // the turned tile
    down_[last] = 0;
    for (int i = last - 1; i >= 0; --i) down_[i] = down_[i + 1] | bit(root.deal.stock[i]);
}

Root Player::in_world(const Root& root, Mask hand, const int* stock) const {
    Root r = root;
    std::copy(stock, stock + r.deal.stock_size - 1, r.deal.stock);
    Node& n = r.node;
    n.hand[1] = hand | (r.led >= 0 && n.leader == 1 ? bit(r.led) : 0);
    Mask out = n.hand[0] | n.hand[1];
    for (int i = 0; i < r.deal.stock_size; ++i) out |= bit(r.deal.stock[i]);
    n.declarable &= out;
    n.count_rest(out, *r.deal.trump, scoring().last_trick);
    return r;
}

Observation Player::observe(const Node& n, int player, int led) const {
    const Deal& deal = game().deal();
    const int turned = deal.stock[deal.stock_size - 1];
    return {scoring(), trump(), n, player, face_down(n), turned, deal.stock_size - n.next, led};
}

// --- options -----------------------------------------------------------------------------------------

// The largest declaration with the double that is led.
Mask Player::declaration(Mask doubles, int led) const {
    if (game().is_declaration(count(doubles))) return doubles;
    Mask some = bit(led);
    for (Mask m = doubles & ~some; m && count(some) < scoring().most; m ^= bit(highest(m))) some |= bit(highest(m));
    return some;
}

void Player::lead_options(const Node& n, std::vector<Move>& options, std::vector<float>& values) const {
    options.clear();
    values.clear();
    const Observation observation = observe(n, n.leader, -1);
    const Situation situation = observation.situation();
    const bool may_close = has(static_cast<Mask>(n.taken), n.leader);
    const Accumulator leading = networks_.lead.accumulate(game().deal().suit, situation, observation.sets());
    const Accumulator after_close =
        may_close ? networks_.close.accumulate(game().deal().suit, situation, observation.sets()) : leading;
    const Mask doubles = scoring().after_winning ? 0 : n.declarable & n.hand[n.leader];
    const auto add = [&](Mask declare, int tile) {
        const LeadFeatures move = observation.lead(tile, declare);
        options.push_back({declare, tile});
        values.push_back(networks_.lead.evaluate(leading, game().deal().suit, move, tile));
        if (!may_close) return;
        options.push_back({declare, tile, true});
        values.push_back(networks_.close.evaluate(after_close, game().deal().suit, move, tile));
    };
    if (scoring().seven && count(doubles) == 7) {
        options.push_back({doubles});
        values.push_back(static_cast<float>(scoring().seven));
    }
    for (Mask m = n.hand[n.leader]; m; m &= m - 1) {
        add(0, lowest(m));
        if (has(doubles, lowest(m)) && two_or_more(doubles)) add(declaration(doubles, lowest(m)), lowest(m));
    }
}

void Player::reply_options(const Node& n, int led, std::vector<Move>& options, std::vector<float>& values) const {
    options.clear();
    values.clear();
    const Observation observation = observe(n, 1 - n.leader, led);
    const Accumulator replying =
        networks_.reply.accumulate(game().deal().suit, observation.led_situation(), observation.led_sets());
    for (Mask m = n.hand[1 - n.leader]; m; m &= m - 1) {
        const int k = lowest(m);
        options.push_back({0, k});
        values.push_back(networks_.reply.evaluate(replying, game().deal().suit,
                                                  observation.reply(k, has(trump().beats[0][at(led)], k)), k));
    }
}

void Player::options(const Node& n, int led, std::vector<Move>& options, std::vector<float>& values) const {
    if (led < 0)
        lead_options(n, options, values);
    else
        reply_options(n, led, options, values);
}

void Player::evaluate(const Root& root, std::vector<Move>& options, std::vector<float>& values) {
    enter(root);
    this->options(root.node, root.stage == kReplyStage ? root.led : -1, options, values);
}

float Player::likelihood(const Root& root, float temperature) {
    Root before = root;
    before.stage = kLeadStage;
    return likelihood(before, {0, root.led}, temperature);
}

float Player::likelihood(const Root& root, const Move& made, float temperature) {
    check();
    enter(root);
    options(root.node, root.stage == kReplyStage ? root.led : -1, options_, values_);
    const float highest = *std::max_element(values_.begin(), values_.end());
    float all = 0, same = 0, close = 0, closes = 0;
    for (std::size_t i = 0; i < options_.size(); ++i) {
        const Move& option = options_[i];
        const float odds = std::exp((values_[i] - highest) / temperature);
        if (option.tile == made.tile && option.close == made.close && !option.declare == !made.declare) same += odds;
        if (option.close) {
            close = std::max(close, odds);  // closing counts once, whatever is led after it
            closes += odds;
        } else {
            all += odds;
        }
    }
    if (made.close) same *= closes > 0 ? close / closes : 0;
    return same / (all + close);
}

// The option evaluated highest, in the reply to `led` or, where that is -1, as the leader.
Move Player::choose(const Node& n, int led) {
    options(n, led, options_, values_);
    return options_[static_cast<std::size_t>(std::max_element(values_.begin(), values_.end()) - values_.begin())];
}

// --- playing -----------------------------------------------------------------------------------------

// Exact value for the leader of a node that nothing is drawn in any more, or that is over.
int Player::settled(const Node& n) {
    if (!n.size) return game().finish(n);
    return exactly([&](int alpha, int beta) { return solver_.between(n, alpha, beta); });
}

double Player::blind_loss(const Node& n, const Move& move, int above) const {
    const Observation observation = observe(n, n.leader, -1);
    const auto& network = networks_.close;
    const int suit = game().deal().suit;
    const Accumulator closing = network.accumulate(suit, observation.situation(), observation.sets());
    const float worth = network.evaluate(closing, suit, observation.lead(move.tile, move.declare), move.tile);
    return bingo::blind_loss(networks_.blind, scoring(), game().deal().stock_size - n.next, worth, above);
}

int Player::close_value(const Node& n, const Move& move) {
    Node c = game().closed(n);
    int gain = 0, pending = 0;
    if (move.declare && game().declare(c, c.leader, move.declare, gain, pending)) return gain;
    const int value =
        gain + exactly([&](int alpha, int beta) { return solver_.lead_tile(c, move.tile, pending, alpha, beta); });
    const int above = value + game().gain(c, 1 - c.leader, game().failed(c));
    const double lost = blind_loss(n, move, above);
    unseen_ = n.leader == 0 ? -lost : lost;
    return value;
}

// The winner of a trick declares all they can with the double that won it. True when that ends the deal.
bool Player::shows(Node& n, int won_with, int& total) const {
    const Mask doubles = n.declarable & n.hand[n.leader];
    Mask part = doubles;
    while (part && !game().is_declaration(count(part) + 1)) part &= part - 1;
    if (!part) return false;
    int gain = 0, pending = 0;
    const bool over = game().declare(n, n.leader, part | bit(won_with), gain, pending);
    total += n.leader == 0 ? gain : -gain;
    return over;
}

bool Player::reply_and_draw(Node& n, int led, int reply, int pending, int& total) {
    const bool wins = has(trump().beats[0][at(led)], reply);
    const int won_with = wins ? reply : led;
    const bool may = game().may_show(n, won_with);
    const Played p = game().played(n, led, reply, wins, pending);
    n = p.node;
    total += n.leader == 0 ? p.gain : -p.gain;
    if (p.over) return true;
    if (may && shows(n, won_with, total)) return true;
    game().draw(n);
    return false;
}

bool Player::declares(Node& n, Mask doubles, int& pending, int& total) const {
    if (!doubles) return false;
    int gain = 0;
    const int sign = n.leader == 0 ? 1 : -1;
    const bool over = game().declare(n, n.leader, doubles, gain, pending);
    total += sign * gain;
    if (over || scoring().mode != kClaim || n.counted[n.leader] < scoring().target) return over;
    total += sign * game().claim(n, n.leader);
    return true;
}

bool Player::lead_and_reply(Node& n, const Move& move, int& total) {
    int pending = 0;
    if (declares(n, move.declare, pending, total)) return true;
    return reply_and_draw(n, move.tile, choose(n, move.tile).tile, pending, total);
}

int Player::last_reply(const Node& n, int led, int pending) {
    const Deal& deal = game().deal();
    const Mask hidden = (n.hand[n.leader] & ~bit(led)) | face_down(n);
    const Mask shown = trump().doubles & ~n.declarable;  // lies in the leader's hand
    std::vector<Move> replies;
    std::vector<float> promise;
    options(n, led, replies, promise);
    std::vector<int> sums;
    for (const Move& reply : replies) {
        int sum = 0;
        for (Mask left = hidden & ~shown; left; left &= left - 1) {
            Deal other = deal;
            other.stock[n.next] = lowest(left);
            solver_.enter(other);
            Node world = n;
            world.hand[n.leader] = (hidden & ~bit(lowest(left))) | bit(led);
            if (!reply_and_draw(world, led, reply.tile, pending, sum))
                sum += world.leader == 0 ? settled(world) : -settled(world);
        }
        sums.push_back(n.leader == 0 ? -sum : sum);
    }
    solver_.enter(deal);
    std::size_t best = 0;
    for (std::size_t i = 1; i < replies.size(); ++i)
        if (std::pair(sums[i], promise[i]) > std::pair(sums[best], promise[best])) best = i;
    return replies[best].tile;
}

int Player::play_on(Node n, int total) {
    for (;;) {
        const int me = n.leader, sign = me == 0 ? 1 : -1;
        if (!n.open) return total + sign * settled(n);
        if (scoring().mode == kClaim && n.counted[me] >= scoring().target) return total + sign * game().claim(n, me);
        if (scoring().mode == kClaim && n.counted[1 - me] >= scoring().target)
            return total - sign * game().claim(n, 1 - me);
        const Move move = choose(n, -1);
        if (move.close) return total + sign * close_value(n, move);
        if (lead_and_reply(n, move, total)) return total;
    }
}

int Player::play_out(const Root& root, const Move& move) {
    check();
    enter(root);
    Node n = root.node;
    int total = game().worth(n);
    const int led = root.stage == kReplyStage ? root.led : -1;
    const Move made = move == Move{} ? choose(n, led) : move;  // waiting, the mover plays by the networks
    if (made.close) return total + (n.leader == 0 ? close_value(n, made) : -close_value(n, made));
    const bool last = move != Move{} && root.deal.stock_size - n.next == 2;
    int pending = root.pending;
    bool over = false;
    if (led >= 0) {
        over = reply_and_draw(n, led, made.tile, pending, total);
    } else if (last) {
        over = declares(n, made.declare, pending, total) ||
               reply_and_draw(n, made.tile, last_reply(n, made.tile, pending), pending, total);
    } else {
        over = lead_and_reply(n, made, total);
    }
    return over ? total : play_on(n, total);
}

}  // namespace bingo
