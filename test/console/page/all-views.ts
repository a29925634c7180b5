/** The fragments of all views, with what `sampleState` has. */
export const allViews = [
  ...[
    'servers/notes/tools/search_notes',
    'servers/notes/tools/delete_note',
    'servers/notes/tools',
    'servers/notes/overview',
  ],
  ...['servers/notes/resources/notes%3A%2F%2F%2Fseedlings', 'servers/notes/resources/notes%3A%2F%2F%2F%7Bid%7D'],
  ...[
    'servers/notes/prompts/weekly',
    'servers/notes/skills/skill%3A%2F%2Fgardening',
    'servers/notes/tasks',
    'servers/notes/log',
  ],
  ...['servers/weather/overview', 'servers/everything/overview', 'servers/browser/tools', 'servers/nobody/overview'],
  ...['history', 'history/op-search', 'history/op-wire', 'tests', 'permissions', 'settings', 'add', ''],
]
