/** A sequencer that runs files in the order in which they were given. */
export function keepOrder() {
  return class {
    shard(files) {
      return files
    }

    sort(files) {
      return files
    }
  }
}
