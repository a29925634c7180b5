import { parseRegExp, type RegExpNode } from '../../schema/backtracking/parse-regexp.js'
import type { Random } from './random.js'

/** A text for a schema of type `string`. It fits most schemas; whoever needs it to fit checks it. */
export function makeText(schema: Readonly<Record<string, unknown>>, random: Random): string {
  const { format, pattern, minLength, maxLength } = schema
  const sample = typeof format === 'string' && Object.hasOwn(samples, format) ? samples[format] : undefined
  if (sample !== undefined) return random.pick(sample)
  if (typeof pattern === 'string') return matchOf(pattern, random)
  const min = typeof minLength === 'number' ? minLength : 0
  const max = typeof maxLength === 'number' ? maxLength : Math.max(min, random.chance(0.05) ? 2_000 : 20)
  const fitting = strange.filter((text) => [...text].length >= min && [...text].length <= max)
  const chosen = random.chance(0.6) ? random.pick(fitting) : undefined
  if (chosen !== undefined) return chosen
  const length = random.integer(min, max)
  return Array.from({ length }, () => random.pick(letters)).join('')
}

const letters: Choices = ['a', ...'bcxyzABC019 _-.,/é日🙂']

/** Texts that code forgets about. */
const strange = [
  ...['', ' ', '0', 'null', 'undefined', 'true', 'NaN', '-1', '1e999', '[]', '{}'],
  ...['__proto__', 'constructor', 'toString', '../../etc/passwd', 'C:\\Windows', '/', '.', '%00', '\u0000'],
  ...["'; DROP TABLE notes; --", '<script>alert(1)</script>', '$(id)', '`id`', '{{7*7}}', '%s%n'],
  ...['a\nb', '\r\n', '\t', '\u2028', '\ufeff', '\u202e', 'é', 'e\u0301', '日本語', '🙂', '👩‍👩‍👧', 'İ', 'ß'],
]

/** Texts to choose from: one at least. */
type Choices = readonly [string, ...string[]]

const samples: Readonly<Record<string, Choices>> = {
  'date-time': ['1970-01-01T00:00:00Z', '2024-02-29T23:59:59.999+14:00', '9999-12-31T23:59:59Z'],
  date: ['1970-01-01', '2024-02-29', '9999-12-31'],
  time: ['00:00:00Z', '23:59:59.999-11:30'],
  duration: ['P1D', 'PT0S', 'P1Y2M3DT4H5M6S'],
  email: ['a@example.com', 'first.last+tag@sub.example.org'],
  hostname: ['example.com', 'localhost', 'xn--bcher-kva.example'],
  ipv4: ['127.0.0.1', '255.255.255.255'],
  ipv6: ['::1', '2001:db8::1'],
  uri: ['https://example.com/', 'urn:isbn:0451450523', 'file:///etc/passwd', 'https://example.com/ä?q=%20#f'],
  uuid: ['00000000-0000-0000-0000-000000000000', 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6'],
}

function matchOf(pattern: string, random: Random): string {
  try {
    const text = textOf(parseRegExp(pattern).root, random)
    // Where the pattern has no anchors, anything may stand around a match.
    return /^\^/.test(pattern) || random.chance(0.7) ? text : `x${text}x`
  } catch {
    return '' // a pattern that is too large: the check of the arguments says so
  }
}

function textOf(node: RegExpNode | undefined, random: Random): string {
  switch (node?.type) {
    case 'set': {
      const fitting = printable.filter((code) => node.set.has(code, false))
      return String.fromCodePoint(random.pick(fitting) ?? 0)
    }
    case 'sequence':
      return node.parts.map((part) => textOf(part, random)).join('')
    case 'choice':
      return textOf(random.pick(node.branches), random)
    case 'repeat': {
      const length = random.integer(node.min, Math.min(node.max, node.min + 3))
      return Array.from({ length }, () => textOf(node.body, random)).join('')
    }
    default:
      return '' // what is asserted is left to luck
  }
}

const printable = [...Array.from({ length: 95 }, (_, index) => index + 32), 10, 233, 960, 0x65e5]
