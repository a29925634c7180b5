import { afterAll, beforeAll, describe, test } from 'vitest'
import { defaultRuntime, type Runtime } from '../../packages/omniport/src/async/runtime/runtime.js'
import type { Revision } from '../../packages/omniport/src/protocol/revisions/revision.js'
import { verifies } from '../requirements/verifies.js'
import { doors } from './doors.js'
import { expectCase } from './expect-case.js'
import { handlers } from './handlers.js'
import { Stage } from './stage.js'

/** A client that does not wait before it asks again how a task is; time limits are what they are. */
const clientRuntime: Runtime = {
  ...defaultRuntime,
  after: (ms, fn, options) => defaultRuntime.after(ms < 5_000 ? 0 : ms, fn, options),
}

const revisions: readonly Revision[] = ['2025-11-25', '2026-07-28']
const places = doors
  .filter(({ name }) => ['memory', 'stdio', 'HTTP'].includes(name))
  .flatMap((door) => revisions.map((revision) => ({ door, revision, where: door.name })))

const cases = handlers.filter(({ of = 'tool', play }) => of === 'tool' && play === undefined)

describe.each(places)('tasks, $revision over $where', ({ door, revision }) => {
  let stage: Stage

  beforeAll(async () => {
    stage = await Stage.open(door, revision, { isTask: true, clientRuntime })
  })

  afterAll(() => stage.close())

  test.each(cases)('$name', async (row) => {
    verifies('MRTR-27')
    await expectCase(stage, row)
  })
})
