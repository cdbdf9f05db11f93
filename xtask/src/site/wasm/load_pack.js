const instances = new Map();
// What fetches a file of several parts, and then makes those of them that no other file has brought. A proxy may serve
// the site below a path: the address begins where the folder of this script is.
function pack(address, parts) {
    return () => {
        const fetched = fetch(new URL(`..${address}`, import.meta.url)).then((answer) => {
            if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
            return answer.arrayBuffer();
        });
        fetched.catch(() => {});
        return async (imports) => {
            const bytes = await fetched;
            let begin = 0;
            for (const [part, end] of parts) {
                if (!instances.has(part)) {
                    const code = new Uint8Array(bytes, begin, end - begin);
                    instances.set(part, WebAssembly.instantiate(code, imports));
                }
                begin = end;
            }
            return Promise.all(parts.map(([part]) => instances.get(part)));
        };
    };
}
