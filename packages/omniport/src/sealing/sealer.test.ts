import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createSecret, Sealer } from './sealer.js'

const a = 'a'.repeat(32)
const b = 'b'.repeat(32)
const value = { text: 'zß水🍌', list: [1, null, true] }

/** The alphabet of base64url. */
const lastLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

describe('a sealed text', () => {
  test('opens as the value it was made of', async () => {
    const sealer = new Sealer([a], 'files')
    const text = await sealer.seal('session', value)
    expect(text).toMatch(/^v1\.[\w-]{8}\.[\w-]{22}\.[\w-]+$/)
    expect(await sealer.open('session', text)).toEqual(value)
    expect(await new Sealer([a], 'files').open('session', text)).toEqual(value)
  })

  test('is another each time', async () => {
    const sealer = new Sealer([a], 'files')
    const texts = await Promise.all(Array.from({ length: 100 }, () => sealer.seal('state', 1)))
    expect(new Set(texts).size).toBe(100)
  })

  test('opens for its purpose only', async () => {
    const sealer = new Sealer([a], 'files')
    expect(await sealer.open('state', await sealer.seal('session', value))).toBeUndefined()
  })

  test('opens for its service only, though another has the same secrets', async () => {
    const text = await new Sealer([a], 'files').seal('state', value)
    const opened = ['notes', '', 'file', 'files '].map((service) => new Sealer([a], service).open('state', text))
    expect(await Promise.all(opened)).toEqual(Array(4).fill(undefined))
  })

  test('opens with any of the secrets, and is sealed with the first', async () => {
    const old = await new Sealer([a], 'files').seal('state', value)
    const rotated = new Sealer([b, a], 'files')
    expect(await rotated.open('state', old)).toEqual(value)
    const young = await rotated.seal('state', value)
    expect(await new Sealer([b], 'files').open('state', young)).toEqual(value)
    expect(await new Sealer([a], 'files').open('state', young)).toBeUndefined()
  })

  test('does not open once any character of it is another', async () => {
    const sealer = new Sealer([a], 'files')
    const text = await sealer.seal('state', 'short')
    const opened: unknown[] = []
    for (let at = 0; at < text.length; at += 1) {
      const other = text[at] === 'A' ? 'Q' : 'A'
      opened.push(await sealer.open('state', text.slice(0, at) + other + text.slice(at + 1)))
    }
    expect(opened).toEqual(Array.from(text, () => undefined))
  })

  test('has one spelling', async () => {
    const sealer = new Sealer([a], 'files')
    const text = await sealer.seal('state', 'short')
    const [version = '', kid = '', salt = '', cipher = ''] = text.split('.')
    const respelled = (part: string) => [...lastLetters].map((letter) => part.slice(0, -1) + letter)
    const others = [
      ...respelled(salt).map((other) => [version, kid, other, cipher].join('.')),
      ...respelled(cipher).map((other) => [version, kid, salt, other].join('.')),
      ...[`${text}.`, `${text}.x`, `${text}=`, `${text} `, ` ${text}`, `.${text}`, text.replace(salt, `${salt}==`)],
    ].filter((other) => other !== text)
    const opened = await Promise.all(others.map((other) => sealer.open('state', other)))
    expect(opened.filter((value) => value !== undefined)).toEqual([])
    expect(await sealer.open('state', text)).toBe('short')
  })

  test.each(['', '.', 'v1', 'v1.a.b.c', 'v1.a.b.c.d', 'v2.a.b.c', 'v1.%.%.%', 'v1...'])('is not %j', async (text) => {
    expect(await new Sealer([a], 'files').open('state', text)).toBeUndefined()
  })

  test('needs a secret', async () => {
    await expect(new Sealer([], 'files').seal('state', 1)).rejects.toThrow(
      new TypeError('secrets must hold at least one'),
    )
  })

  test('is encrypted with a key that nobody can take out of this process', async () => {
    const derived = vi.spyOn(crypto.subtle, 'deriveKey')
    onTestFinished(() => derived.mockRestore())
    const sealer = new Sealer([a], 'files')
    expect(await sealer.open('state', await sealer.seal('state', value))).toEqual(value)
    const keys = await Promise.all(derived.mock.results.map((result) => result.value))
    expect(keys.map(({ extractable }) => extractable)).toEqual([false, false])
  })
})

test('a secret made here has 32 bytes and is another each time', () => {
  expect(createSecret()).toMatch(/^[\w-]{43}$/)
  expect(createSecret()).not.toBe(createSecret())
})
