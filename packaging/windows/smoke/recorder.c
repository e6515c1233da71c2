/* For the smoke test alone: stands in for programs that Wine doesn't have (netsh, WebView2's setup), and adds the command
   line that it was started with to C:\recorded.txt. */
#include <stdio.h>
#include <windows.h>

int main(void) {
    FILE *file = fopen("C:\\recorded.txt", "a");
    if (!file) return 1;
    fprintf(file, "%s\n", GetCommandLineA());
    return fclose(file);
}
