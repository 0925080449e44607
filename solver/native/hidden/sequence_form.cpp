#include "hidden/sequence_form.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

namespace bingo {
namespace {

constexpr std::uint32_t kNone = SequenceForm::kNone;

// Nobody has to decide anything any more: one tile each, and one of them is led.
bool is_last_trick(const Root& root) { return root.node.size == 1 && root.stage == kLeadStage; }

}  // namespace

std::uint32_t SequenceForm::number(std::size_t side, Mask hand) const {
    const std::vector<Mask>& hands = sides[side].hands;
    return static_cast<std::uint32_t>(std::lower_bound(hands.begin(), hands.end(), hand) - hands.begin());
}

SequenceForm Sequencer::form(const Root& root, const std::vector<HiddenDeal>& deals, Watch& watch) {
    solver_.start(root);
    form_ = {};
    endings_.clear();
    for (std::size_t p = 0; p < 2; ++p) {
        std::vector<Mask>& hands = form_.sides[p].hands;
        for (const HiddenDeal& deal : deals) hands.push_back(deal.hands[p]);
        std::sort(hands.begin(), hands.end());
        hands.erase(std::unique(hands.begin(), hands.end()), hands.end());
        form_.sides[p].sequences = static_cast<std::uint32_t>(hands.size());
        form_.sides[p].weights.assign(hands.size(), 0);
    }
    for (const HiddenDeal& deal : deals) form_.weight += deal.weight;
    Items items;
    items.reserve(deals.size());
    for (const HiddenDeal& deal : deals) {
        const std::array<std::uint32_t, 2> empty{form_.number(0, deal.hands[0]), form_.number(1, deal.hands[1])};
        for (std::size_t p = 0; p < 2; ++p) form_.sides[p].weights[empty[p]] += deal.weight;
        items.push_back({static_cast<std::uint32_t>(items.size()), deal.hands, empty});
    }
    bounds_.assign(deals.size(), {});
    settled_.assign(deals.size(), 0);
    watch_ = &watch;
    visit(with(root, {}), items, 0, true);
    for (const Ending& e : endings_) form_.payoffs.push_back({e.sequence, e.gain, deals[e.deal].weight});
    std::vector<Ending>().swap(endings_);
    return std::move(form_);
}

// Goes through all that can be done from a turn on, in all deals that may have led there. `first`: nobody has led or
// played a tile so far.
void Sequencer::visit(const Root& root, Items& items, int gained, bool first) {
    watch_->check();
    if (is_last_trick(root) && !first) {
        for (const Item& item : items) end(item, gained + last_trick(root, item));
        return;
    }
    const std::size_t start = endings_.size();
    std::vector<Bounds> bounds(items.size(), {std::numeric_limits<int>::max(), std::numeric_limits<int>::min()});
    std::vector<Group> all = groups(root, items, first);
    const bool leads = root.stage == kLeadStage;
    std::size_t done = 0;
    for (Group& group : all) {
        const After a = after(root, group.move);
        if (a.over) {
            for (const Item& item : group.items) end(item, gained + a.gain);
        } else {
            visit(with(a.root, {}), group.items, gained + a.gain, first && group.move.tile < 0);
        }
        auto item = items.begin();
        std::sort(group.items.begin(), group.items.end(), [](const Item& x, const Item& y) { return x.deal < y.deal; });
        for (const Item& one : group.items) {
            while (item->deal != one.deal) ++item;
            Bounds& b = bounds[static_cast<std::size_t>(item - items.begin())];
            b.low = std::min(b.low, bounds_[one.deal].low);
            b.high = std::max(b.high, bounds_[one.deal].high);
        }
        if (first && (leads || root.stage == kReplyStage))
            watch_->done.store(kParts * ++done / all.size(), std::memory_order_relaxed);
    }
    for (std::size_t i = 0; i < items.size(); ++i) bounds_[items[i].deal] = bounds[i];
    if (!first) settle(items, bounds, start);
}

// Items by move; what has been played is out of the hands. Puts items in ascending order of deals.
std::vector<Sequencer::Group> Sequencer::groups(const Root& root, Items& items, bool first) {
    const auto me = static_cast<std::size_t>(root.to_move());
    SequenceForm::Side& side = form_.sides[me];
    std::vector<Group> found;
    std::vector<Move> legal;
    std::vector<std::size_t> where;  // the group of each legal move
    std::uint32_t next = 0;
    std::sort(items.begin(), items.end(), [me](const Item& x, const Item& y) {
        return x.hands[me] != y.hands[me] ? x.hands[me] < y.hands[me] : x.deal < y.deal;
    });
    for (std::size_t i = 0; i < items.size(); ++i) {
        const Item& item = items[i];
        if (!i || item.hands[me] != items[i - 1].hands[me]) {
            Root mine = root;
            mine.node.hand[me] = item.hands[me];
            moves(mine, legal, true);
            where.clear();
            for (const Move& move : legal) {
                const auto same =
                    std::find_if(found.begin(), found.end(), [&](const Group& g) { return g.move == move; });
                where.push_back(static_cast<std::size_t>(same - found.begin()));
                if (same == found.end()) found.push_back({move, {}});
            }
            next = item.sequence[me];
            if (legal.size() > 1 || (first && me == 0)) {
                next = side.sequences;
                const auto several = static_cast<std::uint32_t>(legal.size());
                if (kNone - side.sequences < several) throw std::length_error("too many sequences");
                if (first && me == 0) form_.first.push_back({static_cast<std::uint32_t>(side.sets.size()), legal});
                side.sets.push_back({item.sequence[me], next, several});
                side.sequences += several;
            }
        }
        for (std::size_t k = 0; k < legal.size(); ++k) {
            Item after = item;
            after.sequence[me] = next + static_cast<std::uint32_t>(k);
            if (legal[k].tile >= 0) after.hands[me] &= ~bit(legal[k].tile);
            found[where[k]].items.push_back(after);
        }
    }
    std::sort(items.begin(), items.end(), [](const Item& x, const Item& y) { return x.deal < y.deal; });
    return found;
}

void Sequencer::end(const Item& item, int gain) {
    endings_.push_back({item.deal, item.sequence, gain});
    bounds_[item.deal] = {gain, gain};
    ++form_.histories;
}

// Deals that end alike after a turn end there. `start`: the first ending after it.
void Sequencer::settle(const Items& items, const std::vector<Bounds>& bounds, std::size_t start) {
    bool any = false;
    for (std::size_t i = 0; i < items.size(); ++i) {
        settled_[items[i].deal] = bounds[i].low == bounds[i].high;
        any |= settled_[items[i].deal] != 0;
    }
    if (!any) return;
    const auto begin = endings_.begin() + static_cast<std::ptrdiff_t>(start);
    endings_.erase(std::remove_if(begin, endings_.end(), [this](const Ending& e) { return settled_[e.deal] != 0; }),
                   endings_.end());
    for (std::size_t i = 0; i < items.size(); ++i)
        if (settled_[items[i].deal]) endings_.push_back({items[i].deal, items[i].sequence, bounds[i].low});
}

int Sequencer::last_trick(const Root& root, const Item& item) const {
    Root now = root;
    int gained = 0;
    for (std::vector<Move> legal;;) {
        const auto me = static_cast<std::size_t>(now.to_move());
        now.node.hand[me] = item.hands[me];
        legal.clear();
        if (now.stage == kLeadStage || now.stage == kReplyStage)
            legal.push_back({0, lowest(item.hands[me])});
        else
            legal.push_back({});
        const After a = after(now, legal[0]);
        gained += a.gain;
        if (a.over) return gained;
        now = with(a.root, {});
    }
}

std::uint64_t Sequencer::histories(const Root& root, const HiddenDeal& deal, std::uint64_t most) {
    solver_.start(root);
    return count_from(root, deal.hands, most);
}

std::uint64_t Sequencer::count_from(const Root& root, const std::array<Mask, 2>& hands, std::uint64_t most) {
    solver_.check();
    if (is_last_trick(root)) return 1;
    const auto me = static_cast<std::size_t>(root.to_move());
    std::vector<Move> legal;
    moves(with(root, hands), legal, true);
    std::uint64_t found = 0;
    for (const Move& move : legal) {
        if (found >= most) break;
        const After a = after(root, move);
        std::array<Mask, 2> left = hands;
        if (move.tile >= 0) left[me] &= ~bit(move.tile);
        found += a.over ? 1 : count_from(with(a.root, {}), left, most - found);
    }
    return std::min(found, most);
}

Root Sequencer::with(const Root& root, const std::array<Mask, 2>& hands) {
    Root r = root;
    r.node.hand[0] = hands[0];
    r.node.hand[1] = hands[1];
    return r;
}

}  // namespace bingo
