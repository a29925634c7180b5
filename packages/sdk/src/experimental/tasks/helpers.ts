interface TaskRequestsCapability {
  tools?: { call?: object | undefined } | undefined
  sampling?: { createMessage?: object | undefined } | undefined
  elicitation?: { create?: object | undefined } | undefined
}

type EntityName = 'Server' | 'Client'

/** Throws unless calls of `tools/call` can be made tasks. Other methods are not looked at. */
export function assertToolsCallTaskCapability(
  requests: TaskRequestsCapability | undefined,
  method: string,
  entityName: EntityName,
): void {
  assertTasks(requests, method, entityName)
  if (method === 'tools/call') assertTasksOf(requests?.tools?.call, method, entityName)
}

/** Throws unless requests of the server to the client can be made tasks. Other methods are not looked at. */
export function assertClientRequestTaskCapability(
  requests: TaskRequestsCapability | undefined,
  method: string,
  entityName: EntityName,
): void {
  assertTasks(requests, method, entityName)
  if (method === 'sampling/createMessage') assertTasksOf(requests?.sampling?.createMessage, method, entityName)
  if (method === 'elicitation/create') assertTasksOf(requests?.elicitation?.create, method, entityName)
}

function assertTasks(requests: TaskRequestsCapability | undefined, method: string, entityName: EntityName): void {
  if (!requests) throw new Error(`${entityName} does not support task creation (required for ${method})`)
}

function assertTasksOf(capability: object | undefined, method: string, entityName: EntityName): void {
  if (capability) return
  throw new Error(`${entityName} does not support task creation for ${method} (required for ${method})`)
}
