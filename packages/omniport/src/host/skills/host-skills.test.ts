import { describe, expect, test } from 'vitest'
import { startHost } from '../fixtures/start-host.js'
import type { HostOptions } from '../host-options.js'
import { createMemoryLock } from '../pins/memory-lock.js'
import { SkillServer } from './fixtures/skill-server.js'

const uri = 'skill://refunds/SKILL.md'
const one = { server: 's', uri }

/** A host of one server that allows all, and what it reports. */
function setUp(server: SkillServer, options: Partial<HostOptions> = {}) {
  const errors: (readonly [string, string | undefined])[] = []
  const host = startHost({
    servers: { s: server },
    policy: () => 'allow',
    onError: ({ message }, from) => errors.push([message, from]),
    ...options,
  })
  return { host, errors }
}

const namesOf = (skills: readonly { readonly name: string }[]) => skills.map(({ name }) => name)

describe('a skill that cannot be had', () => {
  test('by its name says so, once it is not listed by any server', async () => {
    const { host } = setUp(new SkillServer().put('refunds'))
    await expect(host.loadSkill('s__other')).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no skill s__other',
    })
    expect((await host.loadSkill('s__refunds')).skill.uri).toBe(uri)
  })

  test('by its URI rejects as its server says', async () => {
    const { host } = setUp(new SkillServer())
    await expect(host.loadSkill(one)).rejects.toMatchObject({ code: -32602 })
  })

  test('from a server that is not there says so', async () => {
    const { host } = setUp(new SkillServer())
    await expect(host.loadSkill({ server: 'x', uri })).rejects.toMatchObject({ message: 'There is no server x' })
    await expect(host.approveSkill({ server: 'x', uri })).rejects.toMatchObject({ message: 'There is no server x' })
  })

  test('because its pin is another says so', async () => {
    const server = new SkillServer().put('refunds')
    const lock = { ...createMemoryLock(), skills: createMemoryLock() }
    const { host } = setUp(server, { lock, onChangedSkill: 'block' })
    await host.loadSkill(one)
    server.put('refunds', { instructions: 'Other' })
    expect((await host.skills())[0]?.state).toBe('blocked')
    await expect(host.loadSkill(one)).rejects.toMatchObject({
      code: 'denied',
      message: 's__refunds was not loaded: it is not the version that is pinned; see approveSkill',
    })
  })

  test('because it is denied says by whom', async () => {
    const { host } = setUp(new SkillServer().put('refunds'), { policy: () => 'deny' })
    await host.skills()
    await expect(host.loadSkill(one)).rejects.toThrow('s__refunds was not loaded: the policy denies it')
  })
})

describe('the state of a skill', () => {
  test('does not come from a decision about another server', async () => {
    const servers = { s: new SkillServer().put('refunds'), t: new SkillServer().put('refunds') }
    const ask = () => ({ answer: 'allow', remember: 'always' }) as const
    const { host } = setUp(servers.s, { servers, policy: undefined, ask })
    await host.loadSkill({ server: 't', uri })
    expect((await host.skills()).map(({ server, state }) => [server, state])).toEqual([
      ['s', 'undecided'],
      ['t', 'allowed'],
    ])
  })

  test('is undecided where an earlier version was denied', async () => {
    const server = new SkillServer().put('refunds')
    const ask = () => ({ answer: 'deny', remember: 'always' }) as const
    const { host } = setUp(server, { policy: undefined, ask })
    await expect(host.loadSkill(one)).rejects.toMatchObject({ code: 'denied' })
    expect((await host.skills())[0]?.state).toBe('denied')
    server.put('refunds', { instructions: 'Other' })
    expect((await host.skills())[0]?.state).toBe('undecided')
  })
})

test('loading can be given up while the audit log is not written', async () => {
  const server = new SkillServer().put('refunds')
  const controller = new AbortController()
  const append = ({ type }: { readonly type: string }) => {
    if (type !== 'skill') return undefined
    controller.abort(new Error('enough'))
    return new Promise<void>(() => {})
  }
  const { host } = setUp(server, { audit: { append } })
  await expect(host.loadSkill(one, { signal: controller.signal })).rejects.toThrow('enough')
  expect(server.reads).toEqual([])
})

describe('an approval', () => {
  test('of another version than there is now is denied, and pins nothing', async () => {
    const lock = { ...createMemoryLock(), skills: createMemoryLock() }
    const { host } = setUp(new SkillServer().put('refunds'), { lock })
    await host.skills()
    await expect(host.approveSkill(one, 'other')).rejects.toMatchObject({
      code: 'denied',
      message: 's__refunds of s has changed again since the version that was approved',
    })
    expect([host.audit.filter(({ type }) => type === 'skill'), (await lock.skills.read()).size]).toEqual([[], 0])
  })

  test('pins the version that there is, after that is written down', async () => {
    const lock = { ...createMemoryLock(), skills: createMemoryLock() }
    const { host } = setUp(new SkillServer().put('refunds'), { lock })
    const [skill] = await host.skills()
    await host.approveSkill(one, skill?.definition)
    const pins = (await lock.skills.read()).get('s')
    expect([...(pins ?? [])]).toEqual([[uri, { definition: skill?.definition }]])
    expect(host.audit.at(-1)).toMatchObject({
      type: 'skill',
      action: 'approve',
      server: 's',
      uri,
      definition: skill?.definition,
    })
  })
})

describe('problems of a list', () => {
  const wrong = { description: '' }
  const problem = 'The skill skill://a/SKILL.md: description must be text of 1 to 1024 characters'

  test('are reported once while they last, and again when they come back', async () => {
    const server = new SkillServer().put('a', wrong)
    const { host, errors } = setUp(server)
    await host.skills()
    await host.skills()
    expect(errors).toEqual([[problem, 's']])
    server.put('a')
    expect(namesOf(await host.skills())).toEqual(['s__a'])
    server.put('a', wrong)
    await host.skills()
    expect(errors).toEqual([
      [problem, 's'],
      [problem, 's'],
    ])
  })

  test('are reported for each server', async () => {
    const servers = { s: new SkillServer().put('a', wrong), t: new SkillServer().put('a', wrong) }
    const { host, errors } = setUp(servers.s, { servers })
    await host.skills()
    expect(errors.map(([, server]) => server).sort()).toEqual(['s', 't'])
  })

  test('are a skill that is listed twice, of which the first is used', async () => {
    const again = { uri: 'skill://b/SKILL.md', resources: 'dynamic' } as const
    const { host, errors } = setUp(new SkillServer().put('b').put('x/b', { entry: again }))
    expect((await host.skills()).map(({ name, files }) => [name, files])).toEqual([['s__b', 1]])
    expect(errors).toEqual([['The skill skill://b/SKILL.md is listed twice; the first is used', 's']])
  })
})

test('the skills of a server that was taken out are known no more', async () => {
  const [server, other] = [new SkillServer().put('refunds'), new SkillServer().put('refunds')]
  const { host } = setUp(server, { servers: { s: server, t: other } })
  await host.skills()
  await host.setServers({ t: other })
  await expect(host.loadSkill('s__refunds')).rejects.toMatchObject({ code: 'not_found' })
  expect(namesOf(await host.skills())).toEqual(['t__refunds'])
})

test('a skill that is not listed has a name that no listed one could have', async () => {
  const { host } = setUp(new SkillServer().put('refunds', { isListed: false }))
  expect(await host.skills()).toEqual([])
  expect((await host.loadSkill(one)).skill.name).toMatch(/^s__refunds_[01][0-9a-v]{9}$/)
})

test('the skills of some servers may be asked for', async () => {
  const servers = { s: new SkillServer().put('a'), t: new SkillServer().put('b') }
  const { host } = setUp(servers.s, { servers })
  expect(namesOf(await host.skills({ servers: ['t'] }))).toEqual(['t__b'])
  expect(namesOf(await host.skills())).toEqual(['s__a', 't__b'])
  await expect(host.skills({ servers: ['x'] })).rejects.toMatchObject({ code: 'not_found' })
})
