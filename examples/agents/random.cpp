// A Plylab agent that takes any legal move.
//
// Try it: g++ -O2 -o random random.cpp && plylab match connect4 'exec:"./random"' first
#include <iostream>
#include <random>
#include <string>
#include <vector>

// What follows a key in a line of JSON.
std::string after(const std::string &line, const std::string &key) {
    size_t at = line.find("\"" + key + "\":");
    return at == std::string::npos ? "" : line.substr(at + key.size() + 3);
}

// The texts of a list.
std::vector<std::string> texts(const std::string &list) {
    std::vector<std::string> found;
    for (size_t at = 1; at < list.size() && list[at] == '"';) {
        size_t end = list.find('"', at + 1);
        found.push_back(list.substr(at + 1, end - at - 1));
        at = end + 2;  // After the quotation mark and the comma.
    }
    return found;
}

int main() {
    std::mt19937_64 random;
    for (std::string line; std::getline(std::cin, line);) {
        std::string type = after(line, "type");
        if (type.compare(0, 7, "\"start\"") == 0) {
            random.seed(std::stoull(after(line, "seed")));
            std::cout << R"({"type":"ready","wants":[],"reset":true})" << std::endl;
        } else if (type.compare(0, 6, "\"move\"") == 0) {
            std::vector<std::string> legal = texts(after(line, "legal"));
            std::string action = legal[random() % legal.size()];
            std::cout << R"({"id":)" << std::stoull(after(line, "id")) << R"(,"action":")" << action << "\"}" << std::endl;
        }
    }
}
