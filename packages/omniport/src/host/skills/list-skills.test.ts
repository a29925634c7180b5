import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { discovered, FakeServer } from '../../client/fixtures/fake-server.js'
import { startHost } from '../fixtures/start-host.js'
import { SkillServer } from './fixtures/skill-server.js'

const namesOf = (skills: readonly { readonly name: string }[]) => skills.map(({ name }) => name)

describe('the skills of all servers', () => {
  test('are listed with what a person must know of them, and nothing of them is read', async () => {
    verifies('SKILL-28', 'SKILL-13')
    const a = new SkillServer()
      .put('acme/refunds', { files: { 'mail.md': 'Dear you' } })
      .put('live', { isDynamic: true })
    const b = new SkillServer().put('refunds', { description: 'Other refunds' })
    const host = startHost({ servers: { a, b } })
    const skills = await host.skills()
    expect(skills.map(({ name, server, uri, skill, description }) => [name, server, uri, skill, description])).toEqual([
      ['a__refunds', 'a', 'skill://acme/refunds/SKILL.md', 'refunds', 'Does it'],
      ['a__live', 'a', 'skill://live/SKILL.md', 'live', 'Does it'],
      ['b__refunds', 'b', 'skill://refunds/SKILL.md', 'refunds', 'Other refunds'],
    ])
    expect(skills.map(({ files, bytes, tokens, state }) => [files, bytes, tokens, state])).toEqual([
      [2, 66, 11, 'undecided'],
      ['dynamic', undefined, 10, 'undecided'],
      [1, 64, 12, 'undecided'],
    ])
    expect([a.reads, b.reads]).toEqual([[], []])
    expect(namesOf(await host.skills({ servers: ['b'] }))).toEqual(['b__refunds'])
  })

  test('of a server without the extension are none, and that is no error', async () => {
    const errors: unknown[] = []
    const plain = new FakeServer({ 'server/discover': () => discovered({ resources: {} }) })
    const host = startHost({ servers: { plain: plain.target }, onError: (error) => errors.push(error) })
    expect(await host.skills()).toEqual([])
    expect(errors).toEqual([])
  })

  test('do not change when an entry has its files in another order', async () => {
    const server = new SkillServer().put('a', { files: { x: '1', y: '2' } })
    const host = startHost({ servers: { s: server } })
    const [before] = await host.skills()
    const resources = before?.entry.resources
    server.put('a', {
      files: { x: '1', y: '2' },
      entry: { resources: Array.isArray(resources) ? resources.toReversed() : [] },
    })
    const [after] = await host.skills()
    expect(after?.entry.resources).not.toEqual(resources)
    expect(after?.definition).toBe(before?.definition)
  })
})

describe('names', () => {
  test('of one server that collide are told apart by their paths, and no server changes those of another', async () => {
    verifies('SKILL-12', 'SKILL-10')
    const a = new SkillServer().put('acme/billing/refunds').put('acme/support/refunds').put('refunds').put('other')
    const b = new SkillServer().put('acme/billing/refunds').put('other')
    const host = startHost({ servers: { a } })
    const names = namesOf(await host.skills())
    expect(names).toEqual([
      'a__acme_billing_refunds',
      'a__acme_support_refunds',
      expect.stringMatching(/^a__refunds_[01][0-9a-v]{9}$/),
      'a__other',
    ])
    await host.setServers({ b, a })
    expect(namesOf(await host.skills())).toEqual(['b__refunds', 'b__other', ...names])
  })

  test.each([
    [{ 'a_b/c': {}, 'a/b_c': {}, 'x/c': {}, 'x/b_c': {} }],
    [{ [`${'x'.repeat(60)}/refunds`]: {}, refunds: {} }],
  ])('are unique and valid for models whatever the paths are: %j', async (skills) => {
    const server = new SkillServer()
    for (const path of Object.keys(skills)) server.put(path)
    const host = startHost({ servers: { 'a__b ': server } })
    const names = namesOf(await host.skills())
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
  })
})

describe('an entry that no host may use', () => {
  test('is left out and reported once, with the reason', async () => {
    verifies('SKILL-17')
    const errors: string[] = []
    const server = new SkillServer()
      .put('\u202Eevil')
      .put('Upper')
      .put('empty', { description: '' })
      .put('large', {
        entry: { resources: [file('skill://large/SKILL.md', 1), file('skill://large/b', 16 * 1024 * 1024)] },
      })
      .put('fine')
    const host = startHost({ servers: { s: server }, onError: ({ message }) => errors.push(message) })
    expect(namesOf(await host.skills())).toEqual(['s__fine'])
    await host.skills()
    expect(errors.length).toBe(4)
    expect(errors.at(-1)).toBe(
      'The skill skill://large/SKILL.md has 16777217 bytes, more than 16777216: it is not used',
    )
    await expect(host.loadSkill({ server: 's', uri: 'skill://large/SKILL.md' })).rejects.toMatchObject({
      code: 'limit',
    })
    expect(server.reads).toEqual([])
  })
})

const file = (uri: string, size: number) => ({ uri, size, digest: `sha256:${'0'.repeat(64)}` })
