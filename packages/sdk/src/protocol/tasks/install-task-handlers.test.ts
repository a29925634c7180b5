import { expect, test } from 'vitest'
import { getMethodLiteral } from '../../schemas/method-literal.js'
import { installTaskHandlers } from './install-task-handlers.js'

test('the requests about tasks are answered with their parameters', async () => {
  const seen: unknown[][] = []
  const record =
    (name: string) =>
    async (...given: unknown[]) => {
      seen.push([name, ...given])
      return {}
    }
  const requests = { get: record('get'), result: record('result'), list: record('list'), cancel: record('cancel') }
  const methods: string[] = []
  const handlers: ((request: object, context: never) => unknown)[] = []
  installTaskHandlers(requests as never, (schema, handler) => {
    methods.push(getMethodLiteral(schema))
    handlers.push(handler)
  })
  const context = { requestId: 1 } as never
  for (const handler of handlers) await handler({ params: { taskId: 't', cursor: 'c' } }, context)
  await handlers[3]?.({}, context)
  expect(methods).toEqual(['tasks/get', 'tasks/result', 'tasks/cancel', 'tasks/list'])
  expect(seen).toEqual([
    ['get', 't', context],
    ['result', 't', context],
    ['cancel', 't', context],
    ['list', 'c', context],
    ['list', undefined, context],
  ])
})
