import { describe, expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { LazySealer } from './lazy-sealer.js'
import { Sealer } from './sealer.js'

const [a, b] = ['a'.repeat(32), 'b'.repeat(32)]
const seal = (secret: string) => new Sealer([secret], 'files').seal('state', 1)

describe('a text that another secret has sealed', () => {
  test('is told from one of its own, whatever is left of it', async () => {
    const sealer = new Sealer([b, a], 'files')
    const [own, foreign] = [await seal(a), await seal('c'.repeat(32))]
    const changed = own.replace(/\.[^.]+$/, '.AAAA')
    expect(await Promise.all([own, changed, foreign].map((text) => sealer.isForeign(text)))).toEqual([
      false,
      false,
      true,
    ])
  })

  test('has the form of one', async () => {
    const sealer = new Sealer([a], 'files')
    const texts = ['v1.k.s.c', 'v2.k.s.c', 'v1.k.s', 'v1.k.s.c.d', 'v1', '']
    expect(await Promise.all(texts.map((text) => sealer.isForeign(text)))).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ])
  })
})

describe('a sealer that makes its own secret', () => {
  const open = (secrets?: readonly string[]) =>
    new LazySealer({ secrets, service: 'files', logger: createRecordingLogger(), what: 'Texts' })

  test('knows the form of a sealed text before it has one', async () => {
    const sealer = open()
    const texts = [await seal(a), 'v1.k.s.c', 'v1.k.s.c.d', 'v1.k..c', 'xv1.k.s.c', 'v1.k.s.', 'text']
    expect(await Promise.all(texts.map((text) => sealer.isForeign(text)))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ])
    expect(await sealer.open('state', await seal(a))).toBeUndefined()
  })

  test('knows its own texts after that', async () => {
    const sealer = open()
    const own = await sealer.seal('state', 1, { isLocal: true })
    expect([await sealer.isForeign(own), await sealer.isForeign(await seal(a))]).toEqual([false, true])
  })

  test('is not asked where secrets are given', async () => {
    const sealer = open([a])
    expect([await sealer.isForeign(await seal(a)), await sealer.isForeign(await seal(b))]).toEqual([false, true])
  })
})
