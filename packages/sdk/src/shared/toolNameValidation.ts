const mostCharacters = 128
const allowed = /[A-Za-z0-9._-]/

/**
 * Checks the name of a tool. A name that clients may not take has warnings; one that they need not take is not valid.
 * spec: server/tools#tool-names
 */
export function validateToolName(name: string): { isValid: boolean; warnings: string[] } {
  if (name.length === 0) return { isValid: false, warnings: ['Tool name cannot be empty'] }
  if (name.length > mostCharacters) {
    const warning = `Tool name exceeds maximum length of ${mostCharacters} characters (current: ${name.length})`
    return { isValid: false, warnings: [warning] }
  }
  const warnings = inconveniences(name)
  const foreign = [...new Set(name)].filter((character) => !allowed.test(character))
  if (foreign.length === 0) return { isValid: true, warnings }
  const listed = foreign.map((character) => `"${character}"`).join(', ')
  warnings.push(
    `Tool name contains invalid characters: ${listed}`,
    'Allowed characters are: A-Z, a-z, 0-9, underscore (_), dash (-), and dot (.)',
  )
  return { isValid: false, warnings }
}

function inconveniences(name: string): string[] {
  const found: string[] = []
  if (name.includes(' ')) found.push('Tool name contains spaces, which may cause parsing issues')
  if (name.includes(',')) found.push('Tool name contains commas, which may cause parsing issues')
  for (const [mark, word] of [
    ['-', 'dash'],
    ['.', 'dot'],
  ] as const) {
    if (!name.startsWith(mark) && !name.endsWith(mark)) continue
    found.push(`Tool name starts or ends with a ${word}, which may cause parsing issues in some contexts`)
  }
  return found
}

/** Writes the warnings of a name to the console. Without warnings it is silent. */
export function issueToolNameWarning(name: string, warnings: string[]): void {
  if (warnings.length === 0) return
  console.warn(`Tool name validation warning for "${name}":`)
  for (const warning of warnings) console.warn(`  - ${warning}`)
  console.warn('Tool registration will proceed, but this may cause compatibility issues.')
  console.warn('Consider updating the tool name to conform to the MCP tool naming standard.')
  const page = 'https://github.com/modelcontextprotocol/modelcontextprotocol/issues/986'
  console.warn(`See SEP: Specify Format for Tool Names (${page}) for more details.`)
}

/** Checks a name, writes its warnings, and says if it is valid. */
export function validateAndWarnToolName(name: string): boolean {
  const { isValid, warnings } = validateToolName(name)
  issueToolNameWarning(name, warnings)
  return isValid
}
