import { describe, expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { defaultLimits } from '../../../protocol/limits/limits.js'
import type { JsonValue } from '../../../values/json/json-value.js'
import { createFinalRecord, createLiveRecord } from '../records/fixtures/live-record.js'
import type { StoredTask } from '../records/task-records.js'
import type { TaskEnvironment } from '../service/task-environment.js'
import { TaskSweep } from './task-sweep.js'

interface SweepSettings {
  /** The random byte that is added to each time. */
  readonly jitter?: number
  /** Most tasks. */
  readonly tasks?: number
  readonly get?: (id: string) => Promise<StoredTask | undefined>
}

const live = createLiveRecord()
const stored = async (id: string): Promise<StoredTask> => ({ id, record: live, version: 1 })

/** A node `a` whose bus is in the hands of the test. */
function openSweep({ jitter = 0, tasks = 10, get = stored }: SweepSettings = {}) {
  const runtime = new VirtualRuntime({ startMs: 0, randomBytes: () => Uint8Array.of(jitter) })
  const logger = createRecordingLogger()
  const sent: unknown[] = []
  const started: string[] = []
  const listeners = new Set<(message: JsonValue) => void>()
  const bus = {
    publish: (topic: string, message: JsonValue) => void sent.push([topic, message]),
    subscribe: (_topic: string, listener: (message: JsonValue) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const server = { info: { name: 's' }, runtime, logger, limits: { ...defaultLimits, tasks } }
  const environment = { bus, node: 'a', server, records: { get } } as unknown as TaskEnvironment // all that a sweep needs
  const sweep = new TaskSweep(environment, (id) => started.push(id))
  const announce = (notice: object, node = 'b') => {
    for (const listener of [...listeners]) listener({ node, ...notice })
  }
  /** What was sent since the last time. */
  const takeSent = () => sent.splice(0)
  return { sweep, runtime, logger, started, listeners, announce, takeSent }
}

const topic = 'tasks s runs'

describe('a node tells the others', () => {
  test('of all that it runs soon after it began, of new tasks then, and of all again in time', async () => {
    const { sweep, runtime, takeSent } = openSweep()
    sweep.onStart('1')
    await runtime.advance(249)
    expect(takeSent()).toEqual([])
    await runtime.advance(1)
    expect(takeSent()).toEqual([[topic, { running: ['1'], node: 'a' }]])
    sweep.onStart('2')
    await runtime.advance(250)
    expect(takeSent()).toEqual([[topic, { running: ['2'], node: 'a' }]])
    await runtime.advance(3_749)
    expect(takeSent()).toEqual([])
    await runtime.advance(1)
    expect(takeSent()).toEqual([[topic, { running: ['1', '2'], node: 'a' }]])
    await runtime.advance(4_000)
    expect(takeSent()).toEqual([[topic, { running: ['1', '2'], node: 'a' }]])
  })

  test('of the end of tasks that they know, with the next message', async () => {
    const { sweep, runtime, takeSent } = openSweep()
    for (const id of ['1', '2', '3']) sweep.onStart(id)
    await runtime.advance(250)
    takeSent()
    sweep.onEnd('1', true)
    sweep.onEnd('2', false)
    sweep.onEnd('1', true)
    expect(takeSent()).toEqual([])
    await runtime.advance(4_000)
    expect(takeSent()).toEqual([
      [topic, { running: ['3'], node: 'a' }],
      [topic, { ended: ['1'], node: 'a' }],
    ])
    await runtime.advance(4_000)
    expect(takeSent()).toEqual([[topic, { running: ['3'], node: 'a' }]])
  })

  test('at once when the last of its tasks has ended, and then has no timer', async () => {
    const { sweep, runtime, takeSent } = openSweep()
    sweep.onStart('1')
    await runtime.advance(250)
    takeSent()
    sweep.onEnd('1', true)
    expect([takeSent(), runtime.timers]).toEqual([[[topic, { ended: ['1'], node: 'a' }]], 0])
  })

  test('nothing of a task that ended before they heard of it', async () => {
    const { sweep, runtime, takeSent } = openSweep()
    sweep.onStart('1')
    sweep.onEnd('1', true)
    await runtime.advance(10_000)
    expect([takeSent(), runtime.timers]).toEqual([[], 0])
  })

  test('of many tasks in messages of a thousand', async () => {
    const { sweep, runtime, takeSent } = openSweep()
    const ids = Array.from({ length: 1_001 }, (_, index) => String(index))
    for (const id of ids) sweep.onStart(id)
    await runtime.advance(250)
    expect(takeSent()).toEqual([
      [topic, { running: ids.slice(0, 1_000), node: 'a' }],
      [topic, { running: ['1000'], node: 'a' }],
    ])
  })

  test('of what it leaves when it closes, and of nothing else from then on', async () => {
    const { sweep, runtime, takeSent, listeners } = openSweep()
    for (const id of ['1', '2', '3']) sweep.onStart(id)
    await runtime.advance(250)
    takeSent()
    sweep.close()
    sweep.onEnd('1', true)
    sweep.onEnd('2', false)
    sweep.leave()
    expect(takeSent()).toEqual([[topic, { left: ['2', '3'], node: 'a' }]])
    sweep.onEnd('3', true)
    sweep.onStart('4')
    await runtime.advance(10_000)
    expect([takeSent(), runtime.timers, listeners.size]).toEqual([[], 0, 0])
  })
})

describe('a task of another node', () => {
  test.each([
    ['at the earliest', 0, 20_000],
    ['at the latest', 255, 30_000],
  ])('is taken over when nobody speaks of it, %s', async (_name, jitter, ms) => {
    const { runtime, started, announce } = openSweep({ jitter })
    announce({ running: ['1'] })
    await runtime.advance(ms - 1)
    expect(started).toEqual([])
    await runtime.advance(1)
    expect(started).toEqual(['1'])
    await runtime.advance(ms)
    expect(started).toEqual(['1', '1'])
  })

  test('is taken over soon where its node leaves it', async () => {
    const { runtime, started, announce } = openSweep()
    announce({ left: ['1'] })
    await runtime.advance(99)
    expect(started).toEqual([])
    await runtime.advance(1)
    expect(started).toEqual(['1'])
  })

  test('waits again with each word of it', async () => {
    const { runtime, started, announce } = openSweep()
    announce({ running: ['1'] })
    await runtime.advance(19_999)
    announce({ running: ['1'] }, 'c')
    await runtime.advance(19_999)
    expect(started).toEqual([])
  })

  test('is left alone when it has ended, or runs here', async () => {
    const { sweep, runtime, started, announce } = openSweep()
    announce({ running: ['1', '2', '3'] })
    announce({ ended: ['1'] })
    sweep.onStart('2')
    announce({ running: ['2'] })
    sweep.onStart('3')
    await runtime.advance(60_000)
    expect(started).toEqual([])
  })

  test('is followed when its run here gives it up', async () => {
    const { sweep, runtime, started } = openSweep()
    sweep.onStart('1')
    sweep.onEnd('1', false)
    await runtime.advance(20_000)
    expect(started).toEqual(['1'])
  })

  test('is not what the node says of its own', async () => {
    const { runtime, started, announce } = openSweep()
    announce({ running: ['1'], left: ['2'] }, 'a')
    await runtime.advance(60_000)
    expect([started, runtime.timers]).toEqual([[], 0])
  })

  test('is one of at most as many as there may be', async () => {
    const { runtime, started, announce } = openSweep({ tasks: 2 })
    announce({ running: ['1', '2', '3'] })
    await runtime.advance(10_000)
    announce({ running: ['2'] })
    await runtime.advance(10_000)
    expect(started).toEqual(['1'])
    await runtime.advance(10_000)
    expect(started).toEqual(['1', '2'])
  })

  test('that is gone or final is forgotten', async () => {
    const records = new Map([['final', createFinalRecord()]])
    const get = async (id: string): Promise<StoredTask | undefined> => {
      const record = records.get(id)
      return record && { id, record, version: 1 }
    }
    const { runtime, started, announce } = openSweep({ get })
    announce({ running: ['final', 'gone'] })
    await runtime.advance(20_000)
    expect([started, runtime.timers]).toEqual([[], 0])
  })

  test('that cannot be read is read again', async () => {
    const away = new Error('away')
    const failures = [away]
    const get = async (id: string) => {
      const failure = failures.shift()
      if (failure !== undefined) throw failure
      return stored(id)
    }
    const { runtime, logger, started, announce } = openSweep({ get })
    announce({ running: ['1'] })
    await runtime.advance(20_000)
    expect(started).toEqual([])
    expect(logger.errors).toEqual([{ message: 'A task whose node is silent could not be read', error: away }])
    await runtime.advance(20_000)
    expect(started).toEqual(['1'])
  })

  test('is not taken over by a node that closed while it read the task', async () => {
    let answer: (task: StoredTask) => void = () => {}
    const get = () =>
      new Promise<StoredTask>((resolve) => {
        answer = resolve
      })
    const { sweep, runtime, started, announce } = openSweep({ get })
    announce({ running: ['1', '2'] })
    await runtime.advance(20_000)
    sweep.close()
    answer({ id: '2', record: live, version: 1 })
    await settled()
    expect([started, runtime.timers]).toEqual([[], 0])
  })
})
