import { expect, test } from 'vitest'
import { verifies } from '../requirements/verifies.js'
import { ask } from './ask.js'
import { doors } from './doors.js'
import { Stage } from './stage.js'

// Where answers are JSON, nothing comes before them.
const places = doors
  .filter(({ name }) => name !== 'HTTP that answers in JSON')
  .flatMap((door) => door.revisions.map((revision) => ({ door, revision, where: door.name })))

test.each(places)('$revision over $where: what was said in an earlier round is not said again', async (place) => {
  verifies('MRTR-13', 'MRTR-25')
  const stage = await Stage.open(place.door, place.revision)
  const progress: number[] = []
  const logged: unknown[] = []
  const onLog = ({ data }: { readonly data: unknown }) => void logged.push(data)
  const client = await stage.connect({ ...stage.person.handlers, onLog })
  await client.setLogLevel('info')

  const outcome = await stage.play({
    name: 'a handler that tells how far it is',
    async run(ctx) {
      const notify = (done: number, what: string) => {
        ctx.progress(done, 3)
        ctx.log.info(what)
      }
      notify(1, 'began')
      const [first] = await Promise.all([ask(ctx, 'a?'), ask(ctx, 'b?')])
      notify(2, first)
      const second = await ask(ctx, 'c?')
      notify(3, second)
      return first + second
    },
    play: async () => {
      const { content } = await client.callTool(
        'handler',
        {},
        { onProgress: ({ progress: reached }) => progress.push(reached) },
      )
      return content
    },
    expected: { outcome: undefined, received: [], rounds: 3 },
  })

  expect([outcome, progress, logged]).toEqual([[{ type: 'text', text: 'A?C?' }], [1, 2, 3], ['began', 'A?', 'C?']])
  await stage.close()
})
