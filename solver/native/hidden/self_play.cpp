#include "hidden/self_play.hpp"

#include <algorithm>
#include <utility>

namespace bingo {

void SelfPlay::play(const Root& root, std::vector<Sample>& samples) {
    samples_ = &samples;
    player_.play(root, *this);
}

std::size_t SelfPlay::choose(const Node& n, int led, int pending, const std::vector<Move>& options, std::size_t best) {
    if (options.size() > 1) take_samples(n, led, pending, options);
    if (chance_.share() >= settings_.epsilon) return best;
    std::size_t any;
    do any = static_cast<std::size_t>(chance_.below(static_cast<int>(options.size())));
    while (options[any].close);  // no samples come after a close
    return any;
}

void SelfPlay::take_samples(const Node& n, int led, int pending, const std::vector<Move>& options) {
    const std::vector<float> values = mean_values(n, led, pending, options);
    const Observation observation = player_.observe(n, led < 0 ? n.leader : 1 - n.leader, led);
    ++turns_;
    for (std::size_t k = 0; k < options.size(); ++k)
        if (options[k].tile >= 0) samples_->push_back(sample(observation, led, options[k], values[k]));
}

// Of each option for the mover, over deals that the mover takes for possible.
std::vector<float> SelfPlay::mean_values(const Node& n, int led, int pending, const std::vector<Move>& options) {
    const Game& game = player_.game();
    const bool replies = led >= 0;
    const int me = replies ? 1 - n.leader : n.leader, sign = me == 0 ? 1 : -1;
    const Mask table = replies ? bit(led) : 0, theirs = n.hand[1 - me] & ~table;
    const Mask shown = game.scoring().redeclare ? 0 : theirs & game.trump().doubles & ~n.declarable;
    Root root{game.deal(), n, replies ? kReplyStage : kLeadStage, led, replies ? pending : 0, -1};
    int unplaced[kTiles] = {}, size = 0;
    for (Mask m = (theirs & ~shown) | player_.face_down(n); m; m &= m - 1) unplaced[size++] = lowest(m);
    const int hidden = count(theirs & ~shown);
    std::vector<float> values(options.size(), 0.0f);
    float weights = 0;
    for (int d = 0; d < settings_.deals; ++d) {
        for (int i = size - 1; i > 0; --i) std::swap(unplaced[i], unplaced[chance_.below(i + 1)]);
        root.node.hand[1 - me] = shown | table;
        for (int i = 0; i < hidden; ++i) root.node.hand[1 - me] |= bit(unplaced[i]);
        std::copy(unplaced + hidden, unplaced + size, root.deal.stock + n.next);
        float weight = 1;
        if (replies) {
            const Choosing& choosing = settings_.choosing;
            weight = static_cast<float>(choosing.chance(evaluator_.likelihood(root, choosing.temperature), n.size));
        }
        weights += weight;
        for (std::size_t k = 0; k < options.size(); ++k)
            values[k] += weight * static_cast<float>(sign * evaluator_.play_out(root, options[k]));
    }
    for (float& value : values) value /= weights;
    return values;
}

Sample SelfPlay::sample(const Observation& observation, int led, const Move& option, float value) const {
    const Game& game = player_.game();
    const auto [hand, unseen] = observation.sets();
    const int kind = led >= 0 ? Sample::kReply : option.close ? Sample::kClose : Sample::kLead;
    Sample made{kind, turns_, game.deal().suit, hand, unseen, led, option.tile, {}, value};
    const auto put = [&](std::size_t from, const auto& features) {
        std::copy(features.begin(), features.end(), made.features.begin() + static_cast<std::ptrdiff_t>(from));
    };
    if (led < 0) {
        put(0, observation.situation());
        put(kSituationFeatures, observation.lead(option.tile, option.declare));
    } else {
        const bool wins = has(game.trump().beats[0][at(led)], option.tile);
        put(0, observation.led_situation());
        put(kSituationFeatures + kLedFeatures, observation.reply(option.tile, wins));
    }
    return made;
}

}  // namespace bingo
