/** Tasks, as an extension of 2026-07-28. spec: SEP-2663#extension-identifier */
export const tasksExtensionId = 'io.modelcontextprotocol/tasks'
