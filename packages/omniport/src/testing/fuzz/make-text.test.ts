import { describe, expect, test } from 'vitest'
import { makeText } from './make-text.js'
import { Random } from './random.js'

/** The texts that so many seeds make for a schema. */
const made = (schema: Readonly<Record<string, unknown>>, count = 300): ReadonlySet<string> =>
  new Set(Array.from({ length: count }, (_, seed) => makeText(schema, new Random(seed))))
const lengthsOf = (texts: ReadonlySet<string>) => [...texts].map((text) => [...text].length)

describe('texts of a format', () => {
  test.each<[string, RegExp, number]>([
    ['date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/, 3],
    ['date', /^\d{4}-\d\d-\d\d$/, 3],
    ['time', /^\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/, 2],
    ['duration', /^P(?=.)(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+S)?)?$/, 3],
    ['email', /^[a-z.+]+@[a-z.]+\.[a-z]+$/, 2],
    ['hostname', /^[a-z0-9-]+(?:\.[a-z]+)*$/, 3],
    ['ipv4', /^(?:\d{1,3}\.){3}\d{1,3}$/, 2],
    ['ipv6', /^[0-9a-f:]*::[0-9a-f]+$/, 2],
    ['uri', /^[a-z]+:\S+$/, 4],
    ['uuid', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 2],
  ])('%s have its form, and differ', (format, form, count) => {
    const texts = made({ type: 'string', format, minLength: 1_000 }, 100)
    expect([...texts].filter((text) => !form.test(text))).toEqual([])
    expect(texts.size).toBe(count)
  })

  test.each(['unknown', 'toString', 7])('%s are as if there were none', (format) => {
    expect(new Set(lengthsOf(made({ format, minLength: 3, maxLength: 4 })))).toEqual(new Set([3, 4]))
  })
})

describe('texts of no pattern', () => {
  test.each([
    ['that look like other values', ['', '0', 'null', 'undefined', 'true', 'NaN', '-1', '1e999', '[]', '{}']],
    ['that are names of the language', ['__proto__', 'constructor', 'toString']],
    ['that are paths', ['../../etc/passwd', 'C:\\Windows', '/', '.', '%00']],
    ['that are code', ["'; DROP TABLE notes; --", '<script>alert(1)</script>', '$(id)', '`id`', '{{7*7}}', '%s%n']],
    ['of white space and control characters', [' ', '\u0000', 'a\nb', '\r\n', '\t', '\u2028', '\ufeff', '\u202e']],
    ['of other scripts', ['é', 'e\u0301', '日本語', '🙂', '👩‍👩‍👧', 'İ', 'ß']],
  ])('are some %s', (_name, texts) => {
    const found = made({}, 4_000)
    expect(texts.filter((text) => !found.has(text))).toEqual([])
  })

  test('are of letters and signs otherwise', () => {
    const found = made({ minLength: 30, maxLength: 40 }, 200)
    expect([...found].filter((text) => !/^[abcxyzABC019 _.,/é日🙂-]{30,40}$/u.test(text))).toEqual([])
    expect(new Set([...found].flatMap((text) => [...text]))).toEqual(new Set([...'abcxyzABC019 _-.,/é日🙂']))
  })

  test('have up to 20 characters, and rarely up to 2,000', () => {
    const lengths = lengthsOf(made({}, 1_000))
    expect(lengths.filter((length) => length <= 24).length).toBeGreaterThan(lengths.length * 0.5)
    expect([Math.max(...lengths) > 1_000, Math.max(...lengths) <= 2_000]).toEqual([true, true])
    const rare = lengths.filter((length) => length > 24).length
    expect([rare > 0, rare < 100]).toEqual([true, true])
  })

  test.each([
    [{ minLength: 2, maxLength: 5 }, 2, 5],
    [{ maxLength: 1 }, 0, 1],
    [{ minLength: 25, maxLength: 25 }, 25, 25],
    [{ maxLength: 0 }, 0, 0],
  ])('have the lengths of %j, both bounds among them', (schema, min, max) => {
    const lengths = lengthsOf(made(schema, 400))
    expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([min, max])
  })

  test('are at least as long as they must be where there is no other bound', () => {
    const lengths = lengthsOf(made({ minLength: 50 }, 300))
    expect(Math.min(...lengths)).toBe(50)
    expect(lengths.filter((length) => length > 2_000)).toEqual([])
  })

  test('count a character as one, whatever it takes', () => {
    expect(made({ minLength: 1, maxLength: 1 }, 1_000)).toContain('🙂')
    expect(made({ minLength: 2, maxLength: 2 }, 1_000)).toContain('e\u0301')
  })
})

describe('texts of a pattern', () => {
  test.each(['^[a-c]{2,4}$', '^(?:one|two)$', '^x*$', '^\\d+-\\w?$', '^.{3}$', '^(a|(b|c)d)+$', '^[^a-z]$', '^日é?$'])(
    'match %s',
    (pattern) => {
      const form = new RegExp(pattern, 'u')
      const texts = made({ pattern })
      expect([...texts].filter((text) => !form.test(text))).toEqual([])
      expect(texts.size).toBeGreaterThan(1)
    },
  )

  test('are each of what it allows', () => {
    expect(made({ pattern: '^(?:one|two)$' })).toEqual(new Set(['one', 'two']))
    expect(made({ pattern: '^ab?$' })).toEqual(new Set(['a', 'ab']))
    expect(made({ pattern: '^a*$' })).toEqual(new Set(['', 'a', 'aa', 'aaa']))
    expect(made({ pattern: '^a{2}$' })).toEqual(new Set(['aa']))
    expect(made({ pattern: '^a{5,}$' })).toEqual(new Set(['aaaaa', 'aaaaaa', 'aaaaaaa', 'aaaaaaaa']))
  })

  test('have something around a match sometimes, where the pattern lets them', () => {
    expect(made({ pattern: 'b' })).toEqual(new Set(['b', 'xbx']))
    expect(made({ pattern: 'a^' })).toEqual(new Set(['a', 'xax']))
  })

  test('have characters of all kinds', () => {
    const characters = made({ pattern: '^.$' }, 3_000)
    for (const one of [' ', '~', 'é', 'π', '日']) expect(characters).toContain(one)
    expect(made({ pattern: '^\\s$' })).toContain('\n')
    expect(made({ pattern: '^[\\u{1F600}]$' })).toEqual(new Set(['\u0000']))
  })

  test('are empty where the pattern is none that can be read', () => {
    expect(made({ pattern: '(' })).toEqual(new Set(['']))
    expect(made({ pattern: 'a'.repeat(100_000) })).toEqual(new Set(['']))
  })

  test('come before lengths', () => {
    expect(made({ pattern: '^ab$', minLength: 50 })).toEqual(new Set(['ab']))
    expect(made({ pattern: 7, maxLength: 0 })).toEqual(new Set(['']))
  })
})
