// Prints a line for each test, and a last line with the totals for the project's tasks.
interface Told {
  type: string;
  data: { name: string; details?: { error?: { cause?: unknown }; type?: string } };
}

export default async function* report(source: AsyncIterable<Told>): AsyncGenerator<string> {
  let passed = 0;
  let failed = 0;
  for await (const { type, data } of source) {
    if (type === "test:pass") {
      passed += 1;
      yield `test ${data.name} ... ok\n`;
    } else if (type === "test:fail") {
      failed += 1;
      yield `test ${data.name} ... FAILED\n${String(data.details?.error?.cause ?? data.details?.error)}\n`;
    }
  }
  yield `test result: ${failed > 0 ? "FAILED" : "ok"}. ${passed} passed; ${failed} failed\n`;
}
