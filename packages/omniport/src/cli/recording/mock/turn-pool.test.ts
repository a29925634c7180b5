import { expect, test } from 'vitest'
import { type LineOf, piped, posted, recordingOf } from '../fixtures/memory-recording.js'
import { indexTurns } from '../turns/index-turns.js'
import { TurnPool } from './turn-pool.js'

async function poolOf(...recordings: readonly (readonly LineOf[])[]) {
  return new TurnPool(
    await Promise.all(
      recordings.map(async (lines) => {
        const file = recordingOf(lines)
        return { file, index: await indexTurns(file) }
      }),
    ),
  )
}

const initialize = (protocolVersion: string) => ({ id: 1, method: 'initialize', params: { protocolVersion } })
const connection = (number: number, protocolVersion: string) => [
  piped('client', initialize('2025-11-25'), { connection: number }),
  piped('server', { id: 1, result: { protocolVersion } }, { connection: number }),
]

test('turns are found by what they ask for, in the order of all recordings', async () => {
  const call = (id: number) => piped('client', { id, method: 'tools/call', params: { name: 'a' } })
  const pool = await poolOf([call(1)], [call(2), piped('client', { id: 3, method: 'tools/list' })])
  expect(pool.withKey('undefined tools/call {"name":"a"}').map(({ turn }) => turn.ids[0])).toEqual([1, 2])
  expect(pool.withMethod('tools/list').map(({ turn }) => turn.ids[0])).toEqual([3])
  expect([pool.withKey('x'), pool.withMethod('x')]).toEqual([[], []])
})

test('each connection begins like the next one that was recorded, and then like the last', async () => {
  const pool = await poolOf([...connection(1, '2025-06-18'), ...connection(2, '2024-11-05')])
  const begin = () => pool.nextBeginning(' initialize 2025-11-25', 'initialize')
  const begun = [begin(), begin(), begin()]
  expect(begun.map((each) => each?.turn.connection)).toEqual([1, 2, 2])
  expect(begun.map((each) => each && pool.revisionOf(each))).toEqual(['2025-06-18', '2024-11-05', '2024-11-05'])
})

test('a connection that begins otherwise is like one with the same method, if there is one', async () => {
  const pool = await poolOf(connection(1, '2025-06-18'))
  expect(pool.nextBeginning(' initialize 2099-01-01', 'initialize')?.turn.connection).toBe(1)
  expect(pool.nextBeginning('r tools/list {}', 'tools/list')).toBe(undefined)
})

test('only the opening of a connection has agreed on a revision', async () => {
  const pool = await poolOf([...connection(1, '2025-06-18'), piped('client', { id: 2, method: 'tools/list' })])
  const [list] = pool.withMethod('tools/list')
  expect(list && pool.revisionOf(list)).toBe(undefined)
  expect(pool.withMethod('tools/list')).toHaveLength(1)
})

test('pipes are there if one of the turns came over them', async () => {
  const http = posted(1, { id: 1, method: 'a' })
  const pools = await Promise.all([poolOf(), poolOf([http]), poolOf([piped('client', { id: 1, method: 'a' })], [http])])
  expect(pools.map(({ hasPipes }) => hasPipes)).toEqual([false, false, true])
})
