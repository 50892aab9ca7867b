// A Plylab agent that takes the middle one of the legal moves.
//
// Try it: plylab match connect4 'exec:"java Middle.java"' first
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

public class Middle {
    /** Everything in a text that looks like the pattern. */
    static List<String> find(String pattern, String text) {
        return Pattern.compile(pattern).matcher(text).results().map(MatchResult::group).toList();
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = input.readLine()) != null;) {
            if (line.contains("\"type\":\"start\"")) {
                System.out.println("{\"type\":\"ready\",\"wants\":[],\"reset\":true}");
            } else if (line.contains("\"type\":\"move\"")) {
                String list = find("\"legal\":\\[[^\\]]*", line).get(0);
                List<String> legal = find("\"[^\"]*\"", list.substring(8));
                String id = find("\"id\":\\d+", line).get(0);
                String action = legal.get(legal.size() / 2);
                System.out.println("{" + id + ",\"action\":" + action + ",\"note\":\"the middle is best\"}");
            }
        }
    }
}
