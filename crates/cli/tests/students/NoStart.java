// Does not compile.
public class NoStart {
    public static void main(String[] arguments) {
        System.out.println("ready"
    }
}
