#!/bin/sh
#SBATCH --job-name=plylab
#SBATCH --array=1-8
#SBATCH --cpus-per-task=4
#SBATCH --time=04:00:00
# Plays an experiment in as many shards as the array has tasks: sbatch slurm.sh mine.toml
# A task that was stopped goes on when it is submitted again. When all have ended:
#   plylab results merge results/mine-*-of-8 --out results/mine
exec plylab run "$1" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --threads "$SLURM_CPUS_PER_TASK"
