/** Tasks, as an extension of 2026-07-28. spec: SEP-2663#extension-identifier */
export const tasksExtensionId = 'io.modelcontextprotocol/tasks'

/** The parameter that `Mcp-Name` repeats, by method. spec: SEP-2663 */
export const taskNameParams = { 'tasks/get': 'taskId', 'tasks/update': 'taskId', 'tasks/cancel': 'taskId' }
