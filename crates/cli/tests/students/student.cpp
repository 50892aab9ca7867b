// Takes the move that is as many places after the last one as the number in its own name says; with "illegal" in it, none
// that is there.
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

int main(int, char **arguments) {
    std::string name = arguments[0];
    bool illegal = name.find("illegal") != std::string::npos;
    size_t digit = name.find_last_not_of("0123456789") + 1;
    int number = std::atoi(name.c_str() + digit), place = 0;
    for (std::string line; std::getline(std::cin, line);) {
        if (line.find("\"type\":\"start\"") != std::string::npos) {
            place = number;
            std::cout << "{\"type\":\"ready\",\"wants\":[],\"reset\":true}" << std::endl;
        } else if (line.find("\"type\":\"move\"") != std::string::npos) {
            place += number;
            std::vector<std::string> legal;
            size_t at = line.find("\"legal\":[") + 9, end = line.find(']', at);
            for (size_t quote; (quote = line.find('"', at)) < end; at = line.find('"', quote + 1) + 1)
                legal.push_back(line.substr(quote + 1, line.find('"', quote + 1) - quote - 1));
            int id = std::atoi(line.c_str() + line.find("\"id\":") + 5);
            std::string action = illegal ? "nowhere" : legal[place % legal.size()];
            std::cout << "{\"id\":" << id << ",\"action\":\"" << action << "\"}" << std::endl;
        }
    }
}
