import type { Option } from 'commander'
import { cut } from '../../values/text/truncate.js'
import { programOptions } from '../command-line/program-options.js'
import { optionsOf } from '../command-line/refuse-options.js'
import type { Verb } from '../command-line/verb.js'
import { configActions } from '../configuration/config-actions.js'
import type { Io } from '../process/io.js'
import { verbs } from '../verbs/verbs.js'
import { type KnownNames, readNames } from './name-cache.js'
import { scripts } from './scripts.js'

/** What may stand at the cursor. */
export interface Candidate {
  readonly value: string
  readonly text?: string | undefined
}

/**
 * Prints what may stand in the place of the last word, a line each, with a description after a tab. Names of servers are left out
 * if a shell would see more in them than a word. Nothing is started or connected to.
 */
export async function completeLine(argv: readonly string[], io: Io): Promise<number> {
  const [first, line = ''] = argv
  const words = first === '--line' ? line.split(/\s+/).slice(1) : argv
  const current = words.at(-1) ?? ''
  const found = await candidates(words.slice(0, -1), current, io)
  const fitting = found.filter(({ value }) => value.startsWith(current) && /^[\w.:/@+,=-]+$/.test(value))
  await io.stdout(
    fitting.map(({ value, text }) => `${value}${text === undefined ? '' : `\t${oneLine(text)}`}\n`).join(''),
  )
  return 0
}

function oneLine(text: string): string {
  return cut(text.replace(/[\p{C}\s]+/gu, ' '), 80)
}

async function candidates(before: readonly string[], current: string, io: Io): Promise<readonly Candidate[]> {
  const [name, ...rest] = before
  if (name === undefined)
    return [...verbs.map(({ name: value, description: text }) => ({ value, text })), { value: 'help' }]
  const verb = verbs.find((each) => each.name === name)
  if (verb === undefined) return name === 'help' ? verbs.map(({ name: value }) => ({ value })) : []
  const options = [...(verb.options ?? []), ...optionsOf(verb, programOptions())]
  const last = options.find((option) => isSame(option, rest.at(-1)))
  if (last !== undefined && takesValue(last)) return (last.argChoices ?? []).map((value) => ({ value }))
  if (current.startsWith('-')) return options.filter(({ hidden }) => !hidden).map(toCandidate)
  return wordsOf(verb, withoutOptions(rest, options), io)
}

function isSame({ short, long }: Option, word: string | undefined): boolean {
  return word !== undefined && (word === short || word === long)
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional
}

function toCandidate({ long, description }: Option): Candidate {
  return { value: long ?? '', text: description }
}

/** The words that are no options, nor values of such. */
function withoutOptions(words: readonly string[], options: readonly Option[]): readonly string[] {
  return words.filter((word, at) => {
    const before = options.find((option) => isSame(option, words[at - 1]))
    return !word.startsWith('-') && (before === undefined || !takesValue(before))
  })
}

async function wordsOf({ name, usage }: Verb, words: readonly string[], io: Io): Promise<readonly Candidate[]> {
  const [target, second] = words
  if (name === 'completion') return Object.keys(scripts).map((value) => ({ value }))
  if (name === 'config') return words.length === 0 ? configActions.map((value) => ({ value })) : []
  if (!/^[<[]target/.test(usage)) return []
  if (target === undefined) return configuredNames(io)
  const known = await readNames(target, io)
  if (name === 'list')
    return second === undefined
      ? ['tools', 'resources', 'templates', 'prompts', 'card'].map((value) => ({ value }))
      : []
  if (name === 'read') return (known.resources ?? []).map((value) => ({ value }))
  if (name === 'call') return namesOrArguments(known.tools, second, words)
  return name === 'prompt' || name === 'complete' ? namesOrArguments(known.prompts, second, words) : []
}

function namesOrArguments(
  known: KnownNames['tools'] = {},
  name: string | undefined,
  words: readonly string[],
): readonly Candidate[] {
  if (name === undefined) return Object.keys(known).map((value) => ({ value }))
  const names = Object.hasOwn(known, name) ? (known[name] ?? []) : []
  const isGiven = (each: string) => words.some((word) => word.startsWith(`${each}=`) || word.startsWith(`${each}:=`))
  return names.filter((each) => !isGiven(each)).map((each) => ({ value: `${each}=` }))
}

async function configuredNames({ cwd, env }: Io): Promise<readonly Candidate[]> {
  const { loadConfig } = await import('../../entries/host.js')
  const { servers } = await loadConfig(undefined, { cwd, env, needed: [] })
  return Object.entries(servers).map(([value, { description: text }]) => ({ value, text }))
}
