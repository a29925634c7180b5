/**
 * An answer that has not the shape its method promises: that of an extension, or a task. Its members travel as they are; in
 * the modern era the codec adds the type and who answers.
 *
 * spec: basic/index#resulttype
 */
export class ExtendedResult {
  /** `complete`, or a type that the extension defines. */
  readonly resultType: string
  readonly members: object

  constructor(resultType: string, members: object) {
    this.resultType = resultType
    this.members = members
  }
}
