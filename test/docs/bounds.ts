import { filesUnder, isTest } from '../support/source-files.js'

const folder = 'packages/omniport/src/'

/** What is no bound on anybody. */
const noBounds = [
  'protocol/limits/limits.ts deepest',
  'async/runtime/runtime.ts maxTimerMs',
  'app/channel/browser-clock.ts maxTimerMs',
  'client/tasks/legacy/endless-ms.ts endlessMs',
  'store/memory/memory-event-log.ts mebibyte',
  'host/node/pins/lock-document.ts currentVersion',
  'host/sampling/choose-model.ts unknown',
]

/** The command is above the library, and its numbers bound nobody but the person who uses it. */
const command = `${folder}cli/`

/** Every number that a file of the library gives a name at its top level, as documents write it, by `file name`. */
export function namedNumbers(): ReadonlyMap<string, string> {
  const files = ['packages/omniport/src', 'packages/app/src']
    .flatMap(filesUnder)
    .filter(({ path }) => !isTest(path) && !path.includes('contract') && !path.startsWith(command))
  const all = files.flatMap(({ path, text }) => {
    const found = text.matchAll(/^(?:export )?const (\w+)(?:: number)? = (\d[\d_ *.-]*)$/gm)
    return [...found].map(([, name = '', source = '']) => {
      return [`${toDocumented(path)} ${name}`, sayBound(name, evaluate(source))] as const
    })
  })
  return new Map(all.filter(([key]) => !noBounds.includes(key)))
}

/** Of the library from its sources on, of the package for views with the name of that. */
function toDocumented(path: string): string {
  return path.startsWith(folder) ? path.slice(folder.length) : path.replace(/^packages\/(\w+)\/src\//, '$1/')
}

/** A number in the words of a document: its name says the unit. */
export function sayBound(name: string, value: number | undefined): string {
  if (value === undefined) return 'none'
  if (name.endsWith('Bytes')) return sayIn(sizes, value) ?? `${report(value)} bytes`
  if (name.endsWith('Ms')) return sayIn(times, value) ?? `${report(value)} ms`
  return report(value)
}

const sizes = [
  ['MiB', 1024 * 1024],
  ['KiB', 1024],
] as const

const times = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const

/** In the largest unit of which it is a whole number. */
function sayIn(units: readonly (readonly [string, number])[], value: number): string | undefined {
  const unit = units.find(([, size]) => value % size === 0)
  return unit && `${report(value / unit[1])} ${unit[0]}`
}

function report(value: number): string {
  return value.toLocaleString('en-US')
}

/** Products and powers of numbers, as the sources write them. */
function evaluate(source: string): number {
  const [sum = '', less = '0'] = source.split(' - ')
  const factors = sum.split(/ \* (?!\*)/).map((factor) => {
    const [base = '', exponent = '1'] = factor.replaceAll('_', '').split(' ** ')
    return Number(base) ** Number(exponent)
  })
  return factors.reduce((product, factor) => product * factor, 1) - Number(less)
}
