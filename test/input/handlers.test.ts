import { afterAll, beforeAll, describe, test } from 'vitest'
import { verifies } from '../requirements/verifies.js'
import { rowsOf } from '../support/scope.js'
import { doors } from './doors.js'
import { expectCase } from './expect-case.js'
import { handlers } from './handlers.js'
import { Stage } from './stage.js'

/** A place, and a row of what handlers do there. */
const cases = doors.flatMap((door) =>
  door.revisions.flatMap((revision) =>
    handlers.filter(({ isFor }) => isFor?.(revision) ?? true).map((row) => ({ door, revision, row })),
  ),
)
const played = rowsOf(cases, ({ door, revision, row }) => [
  `${row.name} ${revision < '2026' ? 'legacy' : 'modern'}`,
  door.name,
  revision,
])

const places = doors.flatMap((door) => door.revisions.map((revision) => ({ door, revision, where: door.name })))

describe.each(places)('$revision over $where', ({ door, revision }) => {
  let stage: Stage

  beforeAll(async () => {
    stage = await Stage.open(door, revision)
  })

  afterAll(() => stage.close())

  const rows = played.filter((one) => one.door === door && one.revision === revision).map(({ row }) => row)
  test.each(rows)('$name', async (row) => {
    verifies('MRTR-13', 'MRTR-12', 'MRTR-27', 'MRTR-26', 'ELI-36', 'ELI-34', 'MRTR-06', 'MRTR-23')
    await expectCase(stage, row)
  })
})
