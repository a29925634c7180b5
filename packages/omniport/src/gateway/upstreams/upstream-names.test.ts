import { describe, expect, test } from 'vitest'
import { UpstreamNames } from './upstream-names.js'

describe('an upstream with a prefix', () => {
  const names = () => new UpstreamNames('notes', { target: 'http://a/', prefix: 'n', rename: { look: 'see' } })

  test('has names that begin with it, and can be taken apart', async () => {
    const upstream = names()
    expect(upstream.prefix).toBe('n')
    expect(await upstream.toClientName('read')).toBe('n__read')
    expect(upstream.toOriginal('n__read')).toBe('read')
    expect(upstream.toOriginal('n__never_listed')).toBe('never_listed')
  })

  test('has no name of another prefix, or without one', () => {
    expect(['notes__read', 'read', 'n', 'x__n__read', ''].map((name) => names().toOriginal(name))).toEqual([
      ...[undefined, undefined, undefined, undefined, undefined],
    ])
    expect(names().toUnprefixed('read')).toBeUndefined()
  })

  test('has the new name alone of what is renamed', async () => {
    expect(await names().toClientName('look')).toBe('see')
    expect([names().toOriginal('see'), names().toOriginal('n__look')]).toEqual(['look', undefined])
  })

  test('has names with hashes, which lead back once they were made', async () => {
    const upstream = names()
    const hashed = await upstream.toClientName('a.b')
    expect(hashed).toMatch(/^n__a_b_[0-9a-v]{10}$/)
    expect(upstream.toOriginal(hashed)).toBe('a.b')
    expect(upstream.toOriginal('n__a.b')).toBeUndefined()
  })

  test.each([
    ['n__read', true],
    ['n__', true],
    ['n__a_b_0123456789', true],
    ['n_a_b_0123456789', false],
    ['x__n__read', false],
    ['read', false],
    ['see', false],
  ])('alone has names with its prefix, listed or not: %s', (name, expected) => {
    expect(names().hasPrefixOf(name)).toBe(expected)
  })

  test.each([['a.b'], ['ünï'], ['x'.repeat(53)], ['x'.repeat(63)], ['x'.repeat(200)]])(
    'alone has names with hashes, also where the prefix is %j',
    async (prefix) => {
      const upstream = new UpstreamNames('notes', { target: 'http://a/', prefix })
      const hashed = await upstream.toClientName('a.b')
      expect([upstream.hasPrefixOf(hashed), names().hasPrefixOf(hashed)]).toEqual([true, false])
    },
  )

  test('has another name for what another upstream has, with a hash of both, which leads nowhere by itself', async () => {
    const upstream = names()
    const other = await upstream.toOtherName('read')
    expect(other).toMatch(/_[0-9a-v]{10}$/)
    expect(upstream.toOriginal(other)).toBeUndefined()
    expect(other).toBe(await new UpstreamNames('notes', { target: 'http://b/' }).toOtherName('read'))
    expect(other).not.toBe(await new UpstreamNames('files', { target: 'http://a/' }).toOtherName('read'))
  })
})

test('the prefix is the name of the upstream by default', async () => {
  const upstream = new UpstreamNames('notes', { target: 'http://a/' })
  expect([upstream.prefix, await upstream.toClientName('read')]).toEqual(['notes', 'notes__read'])
})

describe('an upstream without a prefix', () => {
  const upstream = new UpstreamNames('notes', { target: 'http://a/', prefix: '', rename: { look: 'see' } })

  test('keeps its names, as they are', async () => {
    expect(await upstream.toClientName('a.b')).toBe('a.b')
    expect(await upstream.toClientName('look')).toBe('see')
  })

  test('may share them with others', () => {
    expect([upstream.toOriginal('read'), upstream.toOriginal('__read')]).toEqual([undefined, undefined])
    expect(upstream.toUnprefixed('read')).toBe('read')
    expect(upstream.toUnprefixed('look')).toBeUndefined()
    expect(upstream.toOriginal('see')).toBe('look')
  })
})

test('a name of every object is renamed only where the settings say so', async () => {
  const upstream = new UpstreamNames('notes', { target: 'http://a/', prefix: '' })
  expect(await upstream.toClientName('constructor')).toBe('constructor')
  expect(upstream.toOriginal('constructor')).toBeUndefined()
})

test('without a prefix no name is of an upstream alone', () => {
  const names = new UpstreamNames('notes', { target: 'http://a/', prefix: '' })
  expect([names.hasPrefixOf('read'), names.hasPrefixOf('__read'), names.hasPrefixOf('x_0123456789')]).toEqual([
    ...[false, false, false],
  ])
  expect([names.areOwn, new UpstreamNames('notes', { target: 'http://a/' }).areOwn]).toEqual([false, true])
  expect(new UpstreamNames('notes', { target: 'http://a/', rename: { a: 'b' } }).areOwn).toBe(false)
})
