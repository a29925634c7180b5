/**
 * Names that readers had to learn before they could read the code. Whoever knows MCP, HTTP and TypeScript needs no dictionary here:
 * a name is the field's word, or a plain one.
 */

/** Whole identifiers, as they are written. */
export const bannedNames: ReadonlySet<string> = new Set([
  ...[
    'Home',
    'Post',
    'Call',
    'Calls',
    'Question',
    'Questions',
    'Asking',
    'Answers',
    'Prepared',
    'Outcome',
    'Extensions',
  ],
  ...[
    'Wire',
    'Link',
    'Leg',
    'Turns',
    'Traffic',
    'Supervision',
    'Recovery',
    'Established',
    'Connected',
    'Arrival',
    'Held',
  ],
  ...['Pages', 'Rounds', 'Known', 'Kept', 'Place', 'Sight', 'Ticket', 'NodeExchange', 'FetchExchange', 'HttpCall'],
  ...['leg', 'lead', 'mend', 'know', 'say', 'said', 'hear', 'heard', 'tell', 'kept', 'ours', 'none', 'excess'],
])

/** Parts of names: `answerRoad`, `late-asking.ts`. Two words stand for parts that follow each other. */
export const bannedParts: readonly string[] = [
  ...['road', 'roads', 'outlet', 'outlets', 'told', 'shelf', 'flights', 'intake', 'patient', 'patience'],
  ...['sight', 'surroundings', 'conceal', 'brought', 'dial', 'dialer', 'announcer', 'supervision', 'asker'],
  ...['way back', 'why not', 'why denied', 'late asking', 'late abort', 'none asked', 'passing code', 'in words'],
  ...['few map', 'recent map', 'recency list', 'due heap', 'token shelf', 'browser hand', 'change feed', 'event feed'],
]
