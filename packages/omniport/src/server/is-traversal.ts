/**
 * Whether a `file:` URI was made to lead out of the folder that a template stands for: a separator or NUL in disguise, or a
 * `..` among the segments of a variable. Other schemes name no paths.
 *
 * spec: server/resources#security-considerations
 */
export function isTraversal(uri: string, variables: Readonly<Record<string, string>>): boolean {
  if (!/^file:/i.test(uri)) return false
  if (/%(?:2f|5c|00)/i.test(uri)) return true
  return Object.values(variables).some((value) => value.split(/[/\\]/).includes('..'))
}
