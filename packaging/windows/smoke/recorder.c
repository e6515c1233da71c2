/* For the smoke test: replaces programs that Wine lacks (netsh, WebView2's setup), and appends its command line to
   C:\recorded.txt. */
#include <stdio.h>
#include <windows.h>

int main(void) {
    FILE *file = fopen("C:\\recorded.txt", "a");
    if (!file) return 1;
    fprintf(file, "%s\n", GetCommandLineA());
    return fclose(file);
}
