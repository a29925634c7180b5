/** What `config` does, in the order of its help. */
export const configActions = ['show', 'path', 'check', 'add', 'remove', 'install', 'uninstall'] as const

export type ConfigAction = (typeof configActions)[number]
