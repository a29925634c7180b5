/** The identifier of the extension for tasks. spec: SEP-2663#extension-identifier */
export const tasksId = 'io.modelcontextprotocol/tasks'
