import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { canonicalJson } from '../../values/json/canonical-json.js'
import { digestOfJson } from '../../values/json/digest-of-json.js'
import type { AuditEntry } from './audit-record.js'
import { redactEntry } from './redact-entry.js'

const of = (args: unknown): AuditEntry => ({
  type: 'call',
  call: 'c1',
  server: 'notes',
  tool: 'add',
  definition: 'd1',
  args,
})

/** The arguments as they are written down. */
async function written(args: unknown, secrets: readonly string[] = []): Promise<unknown> {
  const entry = await redactEntry(of(args), secrets)
  return entry.type === 'call' ? entry.args : undefined
}

describe('arguments are written down', () => {
  test.each<readonly [unknown, unknown]>([
    [
      { a: 1, b: [true, null, 'x'] },
      { a: 1, b: [true, null, 'x'] },
    ],
    [
      { password: 'hunter2', user: 'ann' },
      { password: '***', user: 'ann' },
    ],
    [{ a: { b: [{ api_key: 'x' }] } }, { a: { b: [{ api_key: '***' }] } }],
    [{ credentials: { user: 'ann', list: [1] } }, { credentials: '***' }],
    [
      { pin: 1234, token: false },
      { pin: '***', token: '***' },
    ],
    [
      { token: null, secret: '' },
      { token: null, secret: '' },
    ],
    [{ headers: [{ name: 'Authorization', value: 'x' }] }, { headers: [{ name: 'Authorization', value: '***' }] }],
    [{ headers: [{ header: 'Cookie', value: 'x' }] }, { headers: [{ header: 'Cookie', value: '***' }] }],
    [{ env: [{ key: 'API_KEY', Value: 'x' }] }, { env: [{ key: 'API_KEY', Value: '***' }] }],
    [
      { name: 'Accept', value: 'x' },
      { name: 'Accept', value: 'x' },
    ],
    [{ at: new Date(0), nothing: undefined }, { at: '1970-01-01T00:00:00.000Z' }],
    [undefined, null],
    ['x', 'x'],
  ])('%j as %j', async (args, expected) => {
    verifies('HOST-04', 'SAMP-22')
    expect(await written(args)).toEqual(expected)
  })

  test('without the secrets that are known, wherever they stand and however they are written', async () => {
    verifies('HOST-04')
    const args = { text: 'with sesame/1 in it', list: ['sesame%2F1'], 'sesame/1': { deep: ['sesame/1sesame/1'] } }
    expect(await written(args, ['sesame/1', 'short', ''])).toEqual({
      text: 'with *** in it',
      list: ['***'],
      '***': { deep: ['******'] },
    })
    expect(await written({ text: 'short' }, ['short'])).toEqual({ text: 'short' })
  })

  test('as they were when they were given', async () => {
    const args = { list: ['a'] }
    const writing = written(args)
    args.list.push('b')
    expect(await writing).toEqual({ list: ['a'] })
  })

  test('with members of any name', async () => {
    const args: unknown = JSON.parse('{"__proto__": {"password": "x"}, "constructor": 1}')
    expect(JSON.stringify(await written(args))).toBe('{"__proto__":{"password":"***"},"constructor":1}')
  })

  test('to a depth of 128', async () => {
    let deep: unknown = 'end'
    for (let depth = 0; depth < 1_000; depth += 1) deep = [deep]
    expect(JSON.stringify(await written(deep))).toBe(`${'['.repeat(128)}"…"${']'.repeat(128)}`)
  })

  test('by their beginning and a digest where they are long', async () => {
    const args = { a: 'x'.repeat(65_528), password: 'hunter2' }
    const clean = { a: args.a, password: '***' }
    const text = canonicalJson(clean)
    expect(await written({ a: 'x'.repeat(65_528) })).toEqual({ a: args.a })
    expect(await written(args)).toEqual({
      clipped: text.slice(0, 4_096),
      length: text.length,
      sha256: await digestOfJson(clean),
    })
  })

  test('unless they are no JSON', async () => {
    const cycle: Record<string, unknown> = {}
    cycle['self'] = cycle
    for (const args of [cycle, { a: 1n }]) await expect(written(args)).rejects.toThrow(TypeError)
  })
})

describe('everything else is written down', () => {
  test('without known secrets where anything may stand, and as it is where the words are ours', async () => {
    verifies('HOST-04')
    const secrets = ['decision', 'production', 'sesame']
    const entry = {
      type: 'decision',
      question: 'start',
      server: 'production',
      subject: 'notes --key sesame',
      answer: 'allow',
      by: 'person',
      remembered: undefined,
    } as const
    const { remembered, ...rest } = entry
    expect(await redactEntry(entry, secrets)).toEqual({ ...rest, subject: 'notes --key ***' })
    const roots = { type: 'roots', server: 'a', uris: ['file:///sesame', 'file:///b'] } as const
    expect(await redactEntry(roots, secrets)).toEqual({ ...roots, uris: ['file:///***', 'file:///b'] })
    const resource = { type: 'resource', server: 'a', uri: 'note://sesame/production' } as const
    expect(await redactEntry(resource, secrets)).toEqual({ ...resource, uri: 'note://***/***' })
    const prompt = { type: 'prompt', server: 'a', prompt: 'review-sesame', args: { text: 'sesame' } } as const
    expect(await redactEntry(prompt, secrets)).toEqual({ ...prompt, prompt: 'review-***', args: { text: '***' } })
    const sample = { type: 'sample', server: 'a', model: 'm-sesame', maxTokens: 10, stopReason: 'sesame!' } as const
    expect(await redactEntry(sample, secrets)).toEqual({ ...sample, model: 'm-***', stopReason: '***!' })
    const result = {
      type: 'result',
      call: 'c',
      server: 'a',
      tool: 't',
      outcome: 'failed',
      error: 'sesame',
      ms: 1,
    } as const
    expect(await redactEntry(result, secrets)).toEqual({ ...result, error: '***' })
  })

  test('cut where it is long', async () => {
    const long = 'x'.repeat(10_000)
    const cut = `${'x'.repeat(4_096)}…`
    const entry = await redactEntry({ type: 'server', server: long, state: 'failed', reason: long }, [])
    expect(entry).toEqual({ type: 'server', server: cut, state: 'failed', reason: cut })
    const uris = Array.from({ length: 1_001 }, () => long)
    const roots = await redactEntry({ type: 'roots', server: 'a', uris }, [])
    expect(roots).toEqual({ type: 'roots', server: 'a', uris: uris.slice(1).map(() => cut) })
  })

  test('and frozen', async () => {
    const entry = await redactEntry(of({ list: [{ a: 1 }] }), [])
    const args = (entry as { readonly args: { readonly list: readonly unknown[] } }).args // what was given
    expect([entry, args, args.list, args.list[0]].every(Object.isFrozen)).toBe(true)
  })
})

test('no secret is ever written down, and what is written is what JSON would bring back', async () => {
  verifies('HOST-04')
  const secret = 'Zx9 §/"\\secret-value'
  const around = fc.string({ maxLength: 5 })
  const leaf = fc.oneof(
    fc.tuple(around, around).map(([before, after]) => before + secret + after),
    fc.constant(encodeURIComponent(secret)),
    fc.integer(),
    fc.string(),
  )
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(fc.oneof(around, fc.constantFrom('password', '__proto__', secret)), tie('tree'), { maxKeys: 4 }),
    ),
  }))
  await fc.assert(
    fc.asyncProperty(tree, async (args) => {
      const entry = await redactEntry(of(args), [secret])
      const text = JSON.stringify(entry)
      expect(text).not.toContain('secret-value')
      expect(await digestOfJson(JSON.parse(text))).toBe(await digestOfJson(entry))
    }),
  )
})
