/** The verbs that make recordings, or use them. */
export const recordingVerbs: readonly string[] = ['record', 'view', 'replay', 'mock', 'diff', 'wire']
