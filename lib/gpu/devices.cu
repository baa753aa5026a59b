namespace exonweave::gpu {}
