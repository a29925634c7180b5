import { randomUUID } from 'node:crypto'
import { expandTemplate } from '../../uri/expand-template.js'
import type { Actions, Json } from '../contract.js'
import type { Operations } from '../operations/operations.js'
import type { ActionTable } from './run-action.js'
import { UsageError } from './usage-error.js'

type OperationActions = ActionTable<
  | 'operate'
  | 'cancel-operation'
  | 'forget-operations'
  | 'complete'
  | 'expand-template'
  | 'subscribe'
  | 'unsubscribe'
  | 'answer'
  | 'save-test'
  | 'delete-test'
  | 'run-tests'
  | 'app-call'
  | 'app-read'
>

export const operationActions: OperationActions = {
  operate: async ({ id, request }, { operations, servers }) => {
    servers.assertKnown(request.server)
    void operations.start(id, request) // events say how it goes
    return {}
  },
  'cancel-operation': async ({ id }, { operations }) => {
    await operations.cancel(id)
    return {}
  },
  'forget-operations': async ({ ids }, { operations }) => {
    operations.forget(ids)
    return {}
  },
  complete: async ({ server, ref, argument, arguments: others }, { servers, host, settings }) => {
    servers.assertKnown(server)
    const client = await host.client(server)
    const reference =
      ref.type === 'prompt'
        ? ({ type: 'ref/prompt', name: ref.name } as const)
        : ({ type: 'ref/resource', uri: ref.uri } as const)
    const { timeoutMs } = settings.current
    const { values, total, hasMore } = await client.complete(reference, argument, { arguments: others, timeoutMs })
    return { values, ...(total !== undefined && { total }), ...(hasMore !== undefined && { hasMore }) }
  },
  'expand-template': async ({ template, values }) => ({ uri: expandTemplate(template, values) }),
  subscribe: async ({ id, server, filter }, { servers, subscriptions }) => {
    servers.assertKnown(server)
    subscriptions.open(id, server, filter)
    return {}
  },
  unsubscribe: async ({ id }, { subscriptions }) => {
    subscriptions.close(id)
    return {}
  },
  answer: async ({ id, answer }, { requests }) => {
    requests.answer(id, answer)
    return {}
  },
  'save-test': async ({ operation, name }, { tests }) => ({ id: tests.save(operation, name) }),
  'delete-test': async ({ id }, { tests }) => {
    tests.delete(id)
    return {}
  },
  'run-tests': async ({ ids }, { tests, notices }) => {
    // Events say how it goes.
    tests.run(ids).catch((reason: unknown) => notices.add('error', `The tests did not run to the end: ${reason}`))
    return {}
  },
  'app-call': async ({ app, tool, args }, { operations }) => {
    return { result: await callFromApp(operations, { app, tool, args }) }
  },
  'app-read': async ({ app, uri }, { operations }) => {
    const loaded = operations.apps.get(app)
    if (loaded === undefined) throw new UsageError('This app is not loaded any more')
    return { result: (await loaded.readResource(uri)) as unknown as Json }
  },
}

/** Calls a tool for an app that was loaded. Rejects with UsageError if it is not loaded any more, or the call gives no result. */
async function callFromApp(operations: Operations, { app, tool, args }: Actions['app-call']['input']): Promise<Json> {
  const server = operations.apps.get(app)?.server
  if (server === undefined) throw new UsageError('This app is not loaded any more')
  const request = { kind: 'call', server, tool, args } as const
  const { state, result, error } = await operations.start(randomUUID(), request, app)
  if (state !== 'done' || result === undefined) throw new UsageError(error?.message ?? `The call was ${state}`)
  return result
}
