import type { Launch } from '../../servers/settings/launch.js'

/** A command, taken apart for those who look for something dangerous in it. */
export interface LaunchWords {
  readonly launch: Extract<Launch, { readonly type: 'command' }>
  /** As `programOf` names it. */
  readonly program: string
  readonly args: readonly string[]
  /** All there is to read, also what a shell would find inside arguments. Scoped packages are no programs. */
  readonly words: readonly string[]
}

/** Takes a command apart. */
export function toLaunchWords(launch: LaunchWords['launch']): LaunchWords {
  const { command, args } = launch
  const words = [command, ...args].flatMap((text) => text.split(/[\s;&|()<>`"'$={}]+/))
  return { launch, program: programOf(command), args, words: words.filter((word) => /^[^@]/.test(word)) }
}

/** The name of a program without its folder and ending, in lower case: `npx` of `C:\bin\NPX.cmd`. */
export function programOf(word: string): string {
  const file = word.split(/[/\\]/).at(-1) ?? word
  return file.toLowerCase().replace(/\.(?:exe|cmd|bat|com|ps1|sh)$/, '')
}
