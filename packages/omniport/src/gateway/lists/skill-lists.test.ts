import { describe, expect, test, vi } from 'vitest'
import { defaultLimits } from '../../protocol/limits/limits.js'
import type { Upstream } from '../upstreams/upstream.js'
import type { ListReader } from './gateway-lists.js'
import { SkillLists } from './skill-lists.js'

const extension = 'io.modelcontextprotocol/skills'

const reader = { exchange: {}, singles: new Map() } as unknown as ListReader

interface Fake {
  readonly upstream: Upstream
  readonly requests: unknown[][]
}

function createFake(
  answer: (params?: { cursor: string }) => object,
  capabilities: object = { extensions: { [extension]: {} } },
): Fake {
  const requests: unknown[][] = []
  const request = async (method: string, params: { cursor: string } | undefined, waiting: object) => {
    requests.push([method, params, waiting])
    return answer(params)
  }
  const active = { connection: { request }, handshake: { capabilities } }
  const services = { timeoutMs: 1, maxTimeoutMs: 2, limits: defaultLimits }
  const connection = { ready: async () => ({ active, services }) }
  return { upstream: { connectionFor: () => connection } as unknown as Upstream, requests }
}

const skill = (uri: string, more: object = {}) => ({ uri, ...more })

describe('the skills of all upstreams', () => {
  test('are those of each, all pages, in order; of several with one address the first', async () => {
    const one = createFake((params) =>
      params === undefined
        ? { skills: [skill('skill://a/SKILL.md', { from: 1 })], nextCursor: 'x' }
        : { skills: [skill('skill://b/SKILL.md')] },
    )
    const two = createFake(() => ({
      skills: [skill('skill://a/SKILL.md', { from: 2 }), skill('skill://c/SKILL.md'), 'text'],
    }))
    const lists = new SkillLists([one.upstream, two.upstream])
    expect(await lists.read(reader)).toEqual([
      skill('skill://a/SKILL.md', { from: 1 }),
      skill('skill://b/SKILL.md'),
      skill('skill://c/SKILL.md'),
    ])
    const waiting = { timeoutMs: 1, maxTimeoutMs: 2 }
    expect(one.requests).toEqual([
      ['skills/list', undefined, waiting],
      ['skills/list', { cursor: 'x' }, waiting],
    ])
    expect(lists.ownerOf('skill://a/SKILL.md')).toBe(one.upstream)
    expect(lists.ownerOf('skill://c/SKILL.md')).toBe(two.upstream)
  })

  test('are those of the others where one fails', async () => {
    const failing = createFake(() => {
      throw new Error('no')
    })
    const other = createFake(() => ({ skills: [skill('skill://a/SKILL.md')] }))
    expect(await new SkillLists([failing.upstream, other.upstream]).read(reader)).toHaveLength(1)
  })

  test.each([[undefined], [null], [{}], [[extension]], [Object.create({ [extension]: {} })]])(
    'are none of an upstream whose extensions are %j',
    async (extensions) => {
      const { upstream, requests } = createFake(() => ({ skills: [] }), { extensions })
      expect(await new SkillLists([upstream]).read(reader)).toEqual([])
      expect(requests).toEqual([])
    },
  )
})

test.each([
  ['skill://a/b/SKILL.md', true],
  ['skill://a/b/scripts/run.sh', true],
  ['skill://a/b', false],
  ['skill://a/c/SKILL.md', false],
  ['skill://a/bc/SKILL.md', false],
  ['SKILL.md', false],
  ['', false],
])('the files of a folder are those of its skill: %s', async (uri, expected) => {
  const { upstream } = createFake(() => ({ skills: [skill('skill://a/b/SKILL.md'), skill('SKILL.md'), skill('/x')] }))
  const lists = new SkillLists([upstream])
  await lists.read(reader)
  expect(lists.ownerOf(uri)).toBe(expected ? upstream : undefined)
})

test('nothing has an owner before it was listed', () => {
  expect(new SkillLists([createFake(() => ({})).upstream]).ownerOf('skill://a/SKILL.md')).toBeUndefined()
})

describe('the owner of a URI', () => {
  const deep = `skill://a${'/b'.repeat(8_000)}`

  async function createNested() {
    const inner = createFake(() => ({ skills: [skill(`${deep}/SKILL.md`), skill('skill://a/b/c/SKILL.md')] }))
    const outer = createFake(() => ({ skills: [skill('skill://a/b/SKILL.md'), skill('skill://a/b-/SKILL.md')] }))
    const lists = new SkillLists([inner.upstream, outer.upstream])
    await lists.read(reader)
    const nameOf = (uri: string) => [undefined, inner.upstream, outer.upstream].indexOf(lists.ownerOf(uri))
    return { lists, nameOf }
  }

  test('is that of the deepest folder around it', async () => {
    const { nameOf } = await createNested()
    expect(
      [`${deep}/x`, `${deep}/b/b`, deep, 'skill://a/b/c/x', 'skill://a/b/d', 'skill://a/b-/c', 'skill://a/x'].map(
        nameOf,
      ),
    ).toEqual([1, 1, 2, 1, 2, 2, 0])
  })

  test('is that of a folder which is listed later, too', async () => {
    const uris = ['skill://a/SKILL.md']
    const { upstream } = createFake(() => ({ skills: uris.map((uri) => skill(uri)) }))
    const lists = new SkillLists([upstream])
    await lists.read(reader)
    expect(lists.ownerOf('skill://b/x')).toBeUndefined()
    uris.push('skill://b/SKILL.md')
    await lists.read(reader)
    expect(lists.ownerOf('skill://b/x')).toBe(upstream)
  })

  test.each([
    ['of slashes', `x:${'/'.repeat(16_000)}`],
    ['in no folder', `skill://${'/a'.repeat(8_000)}`],
    ['in a deep folder', `${deep}${'/'.repeat(16_000)}`],
  ])('takes no copy of it for each of its slashes: %s', async (_name, uri) => {
    const { lists } = await createNested()
    lists.ownerOf('')
    const spies = [vi.spyOn(String.prototype, 'slice'), vi.spyOn(Map.prototype, 'get')]
    try {
      lists.ownerOf(uri)
      expect(spies.map(({ mock }) => mock.calls.length)).toEqual([0, 0])
    } finally {
      for (const spy of spies) spy.mockRestore()
    }
  })
})
