declare module 'workerd' {
  /** The path of the program. */
  const path: string
  export default path
  /** The newest that this program has. */
  export const compatibilityDate: string
}
