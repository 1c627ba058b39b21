#include "checker/repair/text.h"

#include <algorithm>
#include <cctype>

#include "model/language/language.h"

namespace ringproof::checker::repair {
namespace {

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

}  // namespace

std::string edited(std::string_view text, std::vector<Edit> edits) {
    std::stable_sort(edits.begin(), edits.end(),
                     [](const Edit& a, const Edit& b) { return a.range.begin < b.range.begin; });
    std::string out;
    std::size_t done = 0;
    for (const Edit& edit : edits) {
        if (edit.range.begin > done) out += text.substr(done, edit.range.begin - done);
        out += edit.with;
        done = std::max(done, edit.range.end);
    }
    return out += text.substr(std::min(done, text.size()));
}

KernelText::KernelText(std::string text, const model::Kernel& kernel) : text_(std::move(text)), kernel_(&kernel) {
    line_starts_.push_back(0);
    for (std::size_t i = 0; i < text_.size(); ++i)
        if (text_[i] == '\n') line_starts_.push_back(i + 1);
    tokenize();
    std::vector<Loop> loops;
    for (std::size_t agent = 0; agent < kernel.agents.size(); ++agent)
        walk(kernel.agents[agent].body, agent, Site::no_site, loops);
    find_ends();
}

void KernelText::tokenize() {
    int depth = 0;
    for (std::size_t i = 0; i < text_.size();) {
        const char c = text_[i];
        if (is_space(c) || c == '\n') {
            ++i;
            continue;
        }
        if (c == '#') {
            i = std::min(text_.find('\n', i), text_.size());
            continue;
        }
        std::size_t end = i + 1;
        if (in_word(c))
            while (end < text_.size() && in_word(text_[end])) ++end;
        if (c == '"') {
            while (end < text_.size() && text_[end] != '"' && text_[end] != '\n') end += text_[end] == '\\' ? 2 : 1;
            end = std::min(end + 1, text_.size());
        }
        if (c == '}') --depth;
        tokens_.push_back({{i, end}, depth});
        if (c == '{') ++depth;
        i = end;
    }
}

std::size_t KernelText::offset(model::Where where) const {
    const auto line = static_cast<std::size_t>(std::max(where.line, 1)) - 1;
    const std::size_t start = line < line_starts_.size() ? line_starts_[line] : text_.size();
    return std::min(start + static_cast<std::size_t>(std::max(where.column, 1)) - 1, text_.size());
}

void KernelText::walk(const model::Block& block, std::size_t agent, std::size_t parent, std::vector<Loop>& loops) {
    const std::size_t number = blocks_++;
    for (std::size_t i = 0; i < block.size(); ++i) {
        const model::Statement& statement = block[i];
        const std::size_t begin = offset(statement.where);
        const std::size_t mine = sites_.size();
        sites_.push_back({{begin, begin}, &statement, agent, number, i, block.size() - 1, parent, loops});
        if (const auto* const loop = std::get_if<model::For>(&statement.node)) {
            loops.push_back({loop->variable, print(loop->from), print(loop->to)});
            walk(loop->body, agent, mine, loops);
            loops.pop_back();
        } else if (const auto* const branch = std::get_if<model::If>(&statement.node)) {
            walk(branch->then, agent, mine, loops);
            walk(branch->otherwise, agent, mine, loops);
        }
    }
}

std::size_t KernelText::token_at(std::size_t offset) const {
    return static_cast<std::size_t>(
        std::lower_bound(tokens_.begin(), tokens_.end(), offset,
                         [](const Token& token, std::size_t at) { return token.range.begin < at; }) -
        tokens_.begin());
}

/// A statement ends before the next of its block, at a semicolon, or where its block ends.
void KernelText::find_ends() {
    std::vector<std::size_t> starts;
    for (const Site& site : sites_) starts.push_back(site.range.begin);
    std::sort(starts.begin(), starts.end());
    for (Site& site : sites_) {
        std::size_t i = token_at(site.range.begin);
        if (i == tokens_.size()) continue;
        const int depth = tokens_[i].depth;
        site.range.end = tokens_[i].range.end;
        for (++i; i < tokens_.size(); ++i) {
            const Token& token = tokens_[i];
            if (token.depth < depth) break;
            if (token.depth == depth) {
                const bool starts_another =
                    std::binary_search(starts.begin(), starts.end(), token.range.begin) && text(token.range) != "else";
                if (starts_another || text(token.range) == ";" || text(token.range) == "agent") break;
            }
            site.range.end = token.range.end;
        }
    }
}

std::vector<Range> KernelText::tokens(Range range) const {
    std::vector<Range> list;
    for (std::size_t i = token_at(range.begin); i < tokens_.size() && tokens_[i].range.begin < range.end; ++i)
        list.push_back(tokens_[i].range);
    return list;
}

Range KernelText::body() const {
    std::size_t begin = text_.size();
    for (const Site& site : sites_) begin = std::min(begin, site.range.begin);
    return {begin, text_.size()};
}

int KernelText::line(std::size_t offset) const {
    return static_cast<int>(std::upper_bound(line_starts_.begin(), line_starts_.end(), offset) - line_starts_.begin());
}

std::string KernelText::indent(std::size_t offset) const {
    const std::size_t start = line_starts_[static_cast<std::size_t>(line(offset)) - 1];
    std::size_t end = start;
    while (end < text_.size() && is_space(text_[end])) ++end;
    return text_.substr(start, end - start);
}

bool KernelText::begins_line(std::size_t offset) const {
    while (offset > 0 && is_space(text_[offset - 1])) --offset;
    return offset == 0 || text_[offset - 1] == '\n';
}

std::size_t KernelText::free_to_line_end(std::size_t offset) const {
    while (offset < text_.size() && is_space(text_[offset])) ++offset;
    if (offset < text_.size() && text_[offset] == '#') offset = std::min(text_.find('\n', offset), text_.size());
    return offset == text_.size() || text_[offset] == '\n' ? offset : std::string::npos;
}

Edit KernelText::before(const Site& site, const std::string& statements) const {
    const std::size_t at = site.range.begin;
    if (!begins_line(at)) return {{at, at}, statements + "; "};
    const std::size_t start = line_starts_[static_cast<std::size_t>(line(at)) - 1];
    return {{start, start}, indent(at) + statements + "\n"};
}

Edit KernelText::behind(const Site& site, const std::string& statements) const {
    const std::size_t end = free_to_line_end(site.range.end);
    if (end == std::string::npos || !begins_line(site.range.begin))
        return {{site.range.end, site.range.end}, "; " + statements};
    if (end == text_.size()) return {{end, end}, "\n" + indent(site.range.begin) + statements};
    return {{end + 1, end + 1}, indent(site.range.begin) + statements + "\n"};
}

Edit KernelText::without(const Site& site) const {
    if (site.parent != Site::no_site && site.last == 0) {
        const Site& parent = sites_[site.parent];
        const auto* const branch = std::get_if<model::If>(&parent.statement->node);
        if (branch == nullptr || branch->otherwise.empty()) return without(parent);
    }
    const std::size_t end = free_to_line_end(site.range.end);
    if (begins_line(site.range.begin) && end != std::string::npos) {
        const std::size_t start = line_starts_[static_cast<std::size_t>(line(site.range.begin)) - 1];
        return {{start, std::min(end + 1, text_.size())}, ""};
    }
    std::size_t rest = site.range.end;
    while (rest < text_.size() && (is_space(text_[rest]) || text_[rest] == ';')) ++rest;
    return {{site.range.begin, rest}, ""};
}

Edit KernelText::declare(const std::string& declaration) const {
    int at = 0;
    for (const model::SemaphoreForm& form : kernel_->semaphores) at = std::max(at, form.where.line);
    for (const model::BufferForm& form : kernel_->buffers)
        if (kernel_->semaphores.empty()) at = std::max(at, form.where.line);
    // Behind the line of the last declaration; one that goes on beyond it does not parse, and is no candidate then.
    const std::size_t line = std::min(static_cast<std::size_t>(at), line_starts_.size() - 1);
    return {{line_starts_[line], line_starts_[line]}, declaration + "\n"};
}

}  // namespace ringproof::checker::repair
