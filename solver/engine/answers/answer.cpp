#include "answers/answer.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <utility>

#include "answers/request.hpp"
#include "play/board.hpp"
#include "positions/json.hpp"

namespace bingo {
namespace {

using Text = std::string_view;

std::string error(const std::string& words) { return Members().text("error", words).object(); }

}  // namespace

std::string refusal(Text field, Text expected, Text found) {
    const std::string reason = Members().text("field", field).text("expected", expected).text("found", found).object();
    return Members().add("reasons", listed({reason})).object();
}

std::string Answerer::answer(Text question, Watch& watch, Progress progress) {
    try {
        return answered(question, {1, watch, std::move(progress)});
    } catch (const std::invalid_argument& fault) {
        return error(fault.what());
    } catch (const Stopped&) {
        return error("stopped");
    }
}

std::string Answerer::answered(Text question, const Effort& effort) {
    Request request(question);
    const Text ask = request.text("ask");
    if (ask == "begin" || ask == "game" || ask == "playout") return at_the_table(request, ask, effort);
    return error("This question cannot be answered here: " + std::string(ask) + ".");
}

}  // namespace bingo
