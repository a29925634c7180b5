import { afterAll, beforeAll, describe, test } from 'vitest'
import { verifies } from '../requirements/verifies.js'
import { doors } from './doors.js'
import { expectCase } from './expect-case.js'
import { handlers } from './handlers.js'
import { Stage } from './stage.js'

const places = doors.flatMap((door) => door.revisions.map((revision) => ({ door, revision, where: door.name })))

describe.each(places)('$revision over $where', ({ door, revision }) => {
  let stage: Stage

  beforeAll(async () => {
    stage = await Stage.open(door, revision)
  })

  afterAll(() => stage.close())

  test.each(handlers.filter(({ isFor }) => isFor?.(revision) ?? true))('$name', async (row) => {
    verifies('MRTR-13', 'MRTR-12', 'MRTR-27', 'MRTR-26', 'ELI-36', 'ELI-34', 'MRTR-06', 'MRTR-23')
    await expectCase(stage, row)
  })
})
