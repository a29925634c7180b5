/** The name of a program without its folder and ending, in lower case: `npx` of `C:\bin\NPX.cmd`. */
export function programOf(word: string): string {
  const file = word.split(/[/\\]/).at(-1) ?? word
  return file.toLowerCase().replace(/\.(?:exe|cmd|bat|com|ps1|sh)$/, '')
}
